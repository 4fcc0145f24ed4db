//! The predecessor's answers for native policies, `fixtures/vectors/policy.jsonl`.
