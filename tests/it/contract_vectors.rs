//! The predecessor's answers for native issue contracts, `fixtures/vectors/contract.jsonl`.
