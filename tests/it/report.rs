//! What people read: the public report, terminal and Markdown.
