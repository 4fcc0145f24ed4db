//! The predecessor's plans, byte for byte, `fixtures/vectors/planner.jsonl`.
