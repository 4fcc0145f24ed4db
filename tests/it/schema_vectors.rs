//! The predecessor's answers for the effective schema, `fixtures/vectors/schema.jsonl`.
