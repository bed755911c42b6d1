use std::io::{self, BufRead, Write};

fn main() {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", line.unwrap()).unwrap();
        out.flush().unwrap();
    }
}
