//! A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
//!
//! Begin at `score`. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
//! asks, offers and shows. Only answers go to standard output; `eprintln!` writes to the log.

mod json;

use json::Json;
use std::io::{self, BufRead, Write};

/// How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game.
fn score(ask: &Json, option: &Json) -> f64 {
    // Shamans: following suit keeps the pawn off the Moon.
    if ask.get("kind").text() == "follow" {
        let destination = ask.get("view").get("destination");
        return if option.get("world") == destination {
            1.0
        } else {
            0.0
        };
    }
    // Shadow Hunters: nobody wins by passing.
    if option.get("action").text() == "attack" {
        return 1.0;
    }
    // Shamanix: a totem that moves can shut a shaman in.
    if option.get("do").text() == "totem" {
        return 1.0;
    }
    0.0
}

/// One seat in one match; whatever it keeps it still has at the next ask.
struct Bot {
    seat: usize,
    dice: Dice,
}

impl Bot {
    fn new(start: &Json) -> Bot {
        let seat = start.get("seat").number() as usize;
        eprintln!(
            "{}: seat {} of {}",
            start.get("game").text(),
            seat,
            start.get("seats").number()
        );
        Bot {
            seat,
            dice: Dice(start.get("seed").number() as u64),
        }
    }

    fn choose(&mut self, ask: &Json) -> String {
        let options = ask.get("options").items();
        let scores: Vec<f64> = options.iter().map(|option| score(ask, option)).collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..scores.len())
            .filter(|&i| scores[i] == highest)
            .collect();
        let choice = best[self.dice.roll(best.len())];
        // Only you will see the note.
        let note = format!("{} of {} options look best", best.len(), scores.len());
        format!(
            r#"{{"id":{},"choice":{choice},"note":"{note}"}}"#,
            ask.get("id").number()
        )
    }

    fn over(&self, message: &Json) {
        let places = message.get("outcome").get("placements").items();
        eprintln!("place {}", places[self.seat].number());
    }
}

/// Dice that roll the same whenever the match is played again: SplitMix64, from our private seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E3779B97F4A7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D049BB133111EB);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")
        .and_then(|()| out.flush())
        .expect("the referee listens");
}

fn main() {
    let mut bot = None;
    for line in io::stdin().lock().lines() {
        let message = Json::read(&line.expect("the referee speaks UTF-8")).expect("and JSON");
        match (message.get("type").text(), &mut bot) {
            ("start", _) => {
                bot = Some(Bot::new(&message));
                say(r#"{"type":"ready"}"#);
            }
            ("ask", Some(bot)) => say(&bot.choose(&message)),
            ("over", Some(bot)) => bot.over(&message),
            _ => {}
        }
    }
}
