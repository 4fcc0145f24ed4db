//! Every code with message, hint and exit class.
