//! Bytes to lines.
/// stub
#[derive(Debug)]
pub struct Line;
/// stub
#[derive(Debug)]
pub struct LineDecoder;
