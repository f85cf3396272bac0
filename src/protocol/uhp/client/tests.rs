//! The client against scripted lines.
