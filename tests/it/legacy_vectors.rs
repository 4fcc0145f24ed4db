//! The predecessor's answers for legacy policies and contracts.
