// A macro that never ends.
//: verdict compile_(error|limit)
//: limits cpu_seconds=1 memory_mib=300
macro_rules! forever { ($($x:tt)*) => { forever!($($x)* $($x)* x) } }
fn main() { forever!(x) }
