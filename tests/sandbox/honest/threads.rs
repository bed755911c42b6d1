use std::collections::HashMap;
use std::io::{self, BufRead};
use std::thread;

fn main() {
    for _ in io::stdin().lock().lines() {
        let threads: Vec<_> = (0..10u64).map(|i| thread::spawn(move || (i, i * i))).collect();
        let squares: HashMap<u64, u64> = threads.into_iter().map(|t| t.join().unwrap()).collect();
        println!("{}", squares.values().sum::<u64>());
    }
}
