//! The predecessor's audit counts, `fixtures/vectors/legacy-audit.jsonl`.
