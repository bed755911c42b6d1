// A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
//
// Begin at score. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
// asks, offers and shows. Only answers go to standard output; package log writes to the log.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand"
	"os"
)

// Thing is an option or a view: what is in it differs from game to game.
type Thing map[string]any

// Start, Ask and Over are the messages of the referee. Add the fields you need: others are ignored.
type Start struct {
	Game  string
	Seat  int
	Seats int
	Seed  int64
}

type Ask struct {
	ID      int
	Kind    string
	Options []Thing
	View    Thing
}

type Over struct {
	Outcome struct{ Placements []int }
}

// Answer is what we say to an ask. Only you will see the note.
type Answer struct {
	ID     int    `json:"id"`
	Choice int    `json:"choice"`
	Note   string `json:"note"`
}

// How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game.
func score(ask Ask, option Thing) float64 {
	switch {
	case ask.Kind == "follow": // Shamans: following suit keeps the pawn off the Moon
		if option["world"] == ask.View["destination"] {
			return 1
		}
	case option["action"] == "attack": // Shadow Hunters: nobody wins by passing
		return 1
	case option["do"] == "totem": // Shamanix: a totem that moves can shut a shaman in
		return 1
	}
	return 0
}

// Bot is one seat in one match; whatever it keeps it still has at the next ask.
type Bot struct {
	seat int
	dice *rand.Rand // rolls the same whenever the match is played again
}

func begin(start Start) Bot {
	log.Printf("%s: seat %d of %d", start.Game, start.Seat, start.Seats)
	return Bot{start.Seat, rand.New(rand.NewSource(start.Seed))}
}

func (bot *Bot) choose(ask Ask) Answer {
	var best []int
	highest := 0.0
	for index, option := range ask.Options {
		value := score(ask, option)
		if index == 0 || value > highest {
			best, highest = nil, value
		}
		if value == highest {
			best = append(best, index)
		}
	}
	note := fmt.Sprintf("%d of %d options look best", len(best), len(ask.Options))
	return Answer{ask.ID, best[bot.dice.Intn(len(best))], note}
}

func (bot *Bot) over(message Over) {
	log.Printf("place %d", message.Outcome.Placements[bot.seat])
}

func read[Message any](line []byte) (message Message) {
	if err := json.Unmarshal(line, &message); err != nil {
		log.Fatal(err)
	}
	return message
}

func say(answer any) {
	line, err := json.Marshal(answer)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func main() {
	log.SetFlags(0)
	var bot Bot
	lines := bufio.NewReader(os.Stdin) // not a Scanner, which gives up at long lines
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		switch read[struct{ Type string }](line).Type {
		case "start":
			bot = begin(read[Start](line))
			say(map[string]string{"type": "ready"})
		case "ask":
			say(bot.choose(read[Ask](line)))
		case "over":
			bot.over(read[Over](line))
		}
	}
}
