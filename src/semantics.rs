//! Runs a program.
