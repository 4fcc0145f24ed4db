use serde_json::json;

use super::*;

fn arguments(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

fn cursors(key: u8, principal: &str, lifetime: Duration) -> Cursors {
    Cursors::new(&[key; 32], principal.to_owned(), lifetime).unwrap()
}

fn somebody(name: &str) -> Caller {
    Caller::somebody(name.to_owned(), crate::caller::Scopes::ALL)
}

fn code(cursors: &Cursors, tool: ToolName, other: Value, cursor: &str) -> Result<u32, Code> {
    let other = arguments(other);
    let given = Arguments::checked(other.clone());
    cursors.open(&Caller::anyone(), tool, &other, &given, cursor).map_err(|failure| {
        assert!(!failure.repair().unwrap().arguments().members().contains_key("cursor"));
        failure.code()
    })
}

#[test]
fn rule_1_state_handles_a_cursor_is_good_for_its_own_call_alone() {
    let own = cursors(1, "someone", LIFETIME);
    let call = arguments(json!({"owner": "acme", "repo": "widgets", "state": "open", "detail": "summary"}));
    let cursor = own.seal(&Caller::anyone(), ToolName::FindIssues, &call, &7_u32).unwrap();
    let same =
        json!({"owner": "acme", "repo": "widgets", "state": "open", "detail": "full", "cursor": cursor});
    assert_eq!(code(&own, ToolName::FindIssues, same.clone(), &cursor), Ok(7));
    let other = json!({"owner": "acme", "repo": "widgets", "state": "all"});
    assert_eq!(code(&own, ToolName::FindIssues, other, &cursor), Err(Code::InvalidField));
    assert_eq!(code(&own, ToolName::ListComments, same.clone(), &cursor), Err(Code::InvalidField));
    let somebody_else = cursors(1, "somebody else", LIFETIME);
    assert_eq!(code(&somebody_else, ToolName::FindIssues, same.clone(), &cursor), Err(Code::InvalidField));
    let mut tampered = cursor.clone().into_bytes();
    let place = tampered.len() - 10;
    tampered[place] = if tampered[place] == b'A' { b'B' } else { b'A' };
    let tampered = String::from_utf8(tampered).unwrap();
    assert_eq!(code(&own, ToolName::FindIssues, same.clone(), &tampered), Err(Code::InvalidField));
    assert_eq!(code(&own, ToolName::FindIssues, same, "cursor"), Err(Code::InvalidField));
}

#[test]
fn rule_8_cursor_lifetime_an_old_cursor_and_one_of_another_key_have_expired() {
    let call = json!({"owner": "acme", "repo": "widgets"});
    let short = cursors(1, "someone", Duration::from_millis(1));
    let cursor =
        short.seal(&Caller::anyone(), ToolName::FindIssues, &arguments(call.clone()), &7_u32).unwrap();
    std::thread::sleep(Duration::from_millis(5));
    assert_eq!(code(&short, ToolName::FindIssues, call.clone(), &cursor), Err(Code::CursorExpired));
    let replica = cursors(1, "someone", LIFETIME);
    let cursor =
        replica.seal(&Caller::anyone(), ToolName::FindIssues, &arguments(call.clone()), &7_u32).unwrap();
    assert_eq!(code(&cursors(1, "someone", LIFETIME), ToolName::FindIssues, call.clone(), &cursor), Ok(7));
    let other = cursors(2, "someone", LIFETIME);
    assert_eq!(code(&other, ToolName::FindIssues, call, &cursor), Err(Code::CursorExpired));
}

#[test]
fn rule_3_sec_handle_modes_a_cursor_is_good_for_its_own_caller_alone() {
    let own = cursors(1, "someone", LIFETIME);
    let call = arguments(json!({"owner": "acme", "repo": "widgets"}));
    let given = Arguments::checked(call.clone());
    let callers = [Caller::anyone(), somebody("one"), somebody("other")];
    for owner in &callers {
        let cursor = own.seal(owner, ToolName::FindIssues, &call, &7_u32).unwrap();
        for caller in &callers {
            let opened = own.open::<u32>(caller, ToolName::FindIssues, &call, &given, &cursor);
            let expected = if caller == owner { Ok(7) } else { Err(Code::InvalidField) };
            assert_eq!(opened.map_err(|failure| failure.code()), expected);
        }
    }
}

#[test]
fn a_short_key_is_refused() {
    assert!(Cursors::new(&[1; 31], String::new(), LIFETIME).is_err());
}
