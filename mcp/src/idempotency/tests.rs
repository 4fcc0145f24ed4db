use super::*;

fn arguments(title: &str) -> Map<String, Value> {
    json!({ "title": title }).as_object().unwrap().clone()
}

fn keys_at(second: Arc<Mutex<i64>>) -> Keys {
    Keys::new(Clock::of(move || Timestamp::from_second(*second.lock().unwrap()).unwrap()))
}

fn keys() -> Keys {
    keys_at(Arc::new(Mutex::new(1000)))
}

async fn turn(keys: &Keys, scope: &str, title: &str) -> Turn {
    keys.turn(ToolName::CreateIssue, scope, "k", &arguments(title)).await
}

#[tokio::test]
async fn rule_3_idempotency_key_a_second_call_gets_what_the_first_came_to() {
    let keys = keys();
    let Turn::Write(mut hold) = turn(&keys, "acme/widgets", "a").await else { panic!() };
    hold.sending();
    hold.done(Ok(json!(7)));
    drop(hold);
    assert!(matches!(turn(&keys, "ACME/widgets", "a").await, Turn::Replay(Ok(value)) if value == 7));
    assert!(matches!(turn(&keys, "acme/widgets", "b").await, Turn::OtherArguments));
    assert!(matches!(turn(&keys, "acme/gadgets", "b").await, Turn::Write(_)));
}

#[tokio::test]
async fn what_is_not_known_is_to_be_found_out() {
    let keys = keys();
    let Turn::Write(mut hold) = turn(&keys, "acme/widgets", "a").await else { panic!() };
    hold.sending();
    drop(hold);
    let Turn::Reconcile(mut hold, since) = turn(&keys, "acme/widgets", "a").await else { panic!() };
    assert_eq!(since.as_second(), 1000);
    hold.nothing_happened();
    drop(hold);
    assert!(matches!(turn(&keys, "acme/widgets", "a").await, Turn::Write(_)));
}

#[tokio::test]
async fn a_key_lasts_a_day() {
    let second = Arc::new(Mutex::new(1000));
    let keys = keys_at(Arc::clone(&second));
    let Turn::Write(mut hold) = turn(&keys, "acme/widgets", "a").await else { panic!() };
    hold.done(Ok(json!(7)));
    drop(hold);
    *second.lock().unwrap() = 1000 + LIFETIME - 1;
    assert!(matches!(turn(&keys, "acme/widgets", "a").await, Turn::Replay(_)));
    *second.lock().unwrap() = 1000 + LIFETIME;
    assert!(matches!(turn(&keys, "acme/widgets", "b").await, Turn::Write(_)));
}

#[tokio::test]
async fn a_second_call_waits_for_the_first() {
    let keys = Arc::new(keys());
    let Turn::Write(mut hold) = turn(&keys, "acme/widgets", "a").await else { panic!() };
    let second = tokio::spawn({
        let keys = Arc::clone(&keys);
        async move { turn(&keys, "acme/widgets", "a").await }
    });
    tokio::task::yield_now().await;
    assert!(!second.is_finished());
    hold.done(Ok(json!(7)));
    drop(hold);
    assert!(matches!(second.await.unwrap(), Turn::Replay(Ok(value)) if value == 7));
}
