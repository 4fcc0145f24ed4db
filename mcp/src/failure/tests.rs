use serde_json::{Value, json};

use super::*;
use crate::catalog::ToolName;
use crate::issue::{Address, Repository};

fn place() -> crate::issue::IssuePlace {
    Repository::new("acme", "widgets").unwrap().issue(1423)
}

fn report(failure: &Failure) -> (Value, String) {
    let id = RequestId::unique();
    let result = serde_json::to_value(Report::new(failure, &id, "f").tool_result()).unwrap();
    assert_eq!(result["isError"], true);
    assert_eq!(result["structuredContent"]["request_id"], id.as_str());
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    (result["structuredContent"].clone(), text)
}

#[test]
fn a_locked_issue_says_how_to_unlock_it() {
    let details = Details::field("issue_number").with_value(Known::Number(1423)).because("It is locked.");
    let failure = Failure::new(Code::IssueLocked, "Cannot comment: the issue's conversation is locked.")
        .with_details(details)
        .with_repair(Repair::unlock(&place()));
    let (envelope, text) = report(&failure);
    let keys: Vec<&str> = envelope.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["code", "message", "details", "temporary", "retry_after_ms", "repair", "request_id", "fingerprint"]
    );
    assert_eq!(
        envelope["details"],
        json!({"field": "issue_number", "value": 1423, "reason": "It is locked."})
    );
    assert_eq!(envelope["retry_after_ms"], Value::Null);
    assert_eq!(
        envelope["repair"]["arguments"],
        json!({"owner": "acme", "repo": "widgets", "issue_number": 1423, "locked": false})
    );
    for part in
        ["[issue_locked]", "It is locked.", "Next: call github_set_issue_lock with {", "report to the user"]
    {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn rule_6_retryability_only_a_temporary_failure_has_a_delay() {
    let (envelope, text) =
        report(&Failure::new(Code::RateLimited, "Limit.").after(32_000).with_remaining(Some(0)));
    assert_eq!((&envelope["temporary"], &envelope["retry_after_ms"]), (&json!(true), &json!(32_000)));
    assert_eq!(envelope["rate_limit_remaining"], 0);
    assert!(envelope.get("repair").is_none() && text.contains("32 seconds"), "{text}");
    for code in Code::ALL.into_iter().filter(|code| !code.is_temporary()) {
        let (envelope, _) = report(&Failure::new(code, "No.").after(1));
        assert_eq!(envelope["retry_after_ms"], Value::Null, "{code:?}");
    }
}

#[test]
fn rule_6_rename_the_other_carrier_has_no_code_and_no_message() {
    let failure =
        Failure::new(Code::IssueNotFound, "No such issue.").with_repair(Repair::search(&place().repository));
    let id = RequestId::unique();
    let error = Report::new(&failure, &id, "f").rpc_error(Some(&Address::Issue(place())));
    let error = serde_json::to_value(error).unwrap();
    assert_eq!((&error["code"], &error["message"]), (&json!(-32602), &json!("Resource not found.")));
    let data = &error["data"];
    assert!(data.get("code").is_none() && data.get("message").is_none());
    assert_eq!(data["machine_code"], "issue_not_found");
    assert_eq!(data["resource_uri"], "github://repos/acme/widgets/issues/1423");
}

#[test]
fn a_list_of_allowed_names_is_bounded() {
    let names = |count: usize| (0..count).map(|index| format!("label {index}")).collect::<Vec<_>>();
    let details = |count| serde_json::to_value(Details::field("labels").allowing(names(count))).unwrap();
    assert!(details(100).get("allowed_truncated").is_none());
    assert_eq!(details(101)["allowed"].as_array().unwrap().len(), 100);
    assert_eq!(details(101)["allowed_truncated"], true);
}

#[test]
fn a_long_repair_is_not_spoken_twice() {
    let body = "x".repeat(5000);
    let given =
        json!({"owner": "acme", "repo": "widgets", "issue_number": 1, "body": body, "idempotency_key": "k"});
    let given = Arguments::checked(given.as_object().unwrap().clone());
    let failure = Failure::new(Code::UpstreamUnavailable, "No answer.")
        .with_repair(Repair::same_key(ToolName::AddComment, &given));
    let (envelope, text) = report(&failure);
    assert_eq!(envelope["repair"]["arguments"]["body"], body.as_str());
    assert!(text.len() < 400 && text.contains("the same arguments"), "{text}");
}

#[test]
fn rule_6_correlation_no_two_calls_have_one_id_and_later_ones_sort_later() {
    let ids: Vec<RequestId> = (0..1000).map(|_| RequestId::unique()).collect();
    assert!(ids.windows(2).all(|pair| pair[0].as_str() < pair[1].as_str()));
}
