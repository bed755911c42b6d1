/* A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
 *
 * Begin at `score`. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
 * asks, offers and shows. Only answers go to standard output; stderr is the bot's log.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

/* One seat in one match: add what your bot is to remember from one ask to the next. */
static struct {
    int seat;
    uint64_t dice;
} bot;

static int is(const Json *value, const char *text) {
    return strcmp(json_text(value), text) == 0;
}

/* How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game. */
static double score(const Json *ask, const Json *option) {
    /* Shamans: following suit keeps the pawn off the Moon. */
    if (is(json_get(ask, "kind"), "follow")) {
        const Json *destination = json_get(json_get(ask, "view"), "destination");
        return is(json_get(option, "world"), json_text(destination));
    }
    /* Shadow Hunters: nobody wins by passing. */
    if (is(json_get(option, "action"), "attack")) return 1;
    /* Shamanix: a totem that moves can shut a shaman in. */
    if (is(json_get(option, "do"), "totem")) return 1;
    return 0;
}

/* Dice that roll the same whenever the match is played again: SplitMix64, from our private seed. */
static int roll(int sides) {
    uint64_t mixed = bot.dice += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return (int)((mixed ^ mixed >> 31) % (uint64_t)sides);
}

static void start(const Json *message) {
    bot.seat = (int)json_number(json_get(message, "seat"));
    bot.dice = (uint64_t)json_number(json_get(message, "seed"));
    int seats = (int)json_number(json_get(message, "seats"));
    fprintf(stderr, "%s: seat %d of %d\n", json_text(json_get(message, "game")), bot.seat, seats);
    puts("{\"type\":\"ready\"}");
}

/* Counts how many options share the highest score, and keeps one of them, each as likely. */
static void choose(const Json *ask) {
    const Json *option = json_get(ask, "options")->first;
    int choice = 0, equals = 0, index = 0;
    double highest = 0;
    for (; option; option = option->next, ++index) {
        double value = score(ask, option);
        if (!equals || value > highest) {
            highest = value;
            equals = 0;
        }
        if (value == highest && roll(++equals) == 0) choice = index;
    }
    int id = (int)json_number(json_get(ask, "id"));
    printf("{\"id\":%d,\"choice\":%d,", id, choice);
    printf("\"note\":\"%d of %d options look best\"}\n", equals, index); /* for your eyes only */
}

static void over(const Json *message) {
    const Json *placements = json_get(json_get(message, "outcome"), "placements");
    fprintf(stderr, "place %.0f\n", json_number(json_at(placements, bot.seat)));
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        Json *message = json_read(line);
        const Json *type = json_get(message, "type");
        if (is(type, "start")) start(message);
        if (is(type, "ask")) choose(message);
        if (is(type, "over")) over(message);
        fflush(stdout); /* an answer that stays in the buffer is a late answer */
        json_free(message);
    }
    free(line);
    return 0;
}
