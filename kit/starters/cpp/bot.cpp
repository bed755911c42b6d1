// A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
//
// Begin at `score`. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
// asks, offers and shows. Only answers go to standard output; std::cerr is the bot's log.
#include <cstdint>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "json.hpp"

// How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game.
double score(const Json& ask, const Json& option) {
    // Shamans: following suit keeps the pawn off the Moon.
    if (ask["kind"].text == "follow") {
        return option["world"].text == ask["view"]["destination"].text;
    }
    // Shadow Hunters: nobody wins by passing.
    if (option["action"].text == "attack") return 1;
    // Shamanix: a totem that moves can shut a shaman in.
    if (option["do"].text == "totem") return 1;
    return 0;
}

// One seat in one match; whatever it keeps it still has at the next ask.
class Bot {
public:
    explicit Bot(const Json& start)
        : seat(static_cast<std::size_t>(start["seat"].number)),
          dice(static_cast<std::uint64_t>(start["seed"].number)) {
        std::cerr << start["game"].text << ": seat " << seat << " of "
                  << start["seats"].number << "\n";
    }

    void choose(const Json& ask) {
        const std::vector<Json>& options = ask["options"].items;
        std::vector<std::size_t> best;
        double highest = 0;
        for (std::size_t index = 0; index < options.size(); ++index) {
            double value = score(ask, options[index]);
            if (best.empty() || value > highest) {
                best.clear();
                highest = value;
            }
            if (value == highest) best.push_back(index);
        }
        std::cout << "{\"id\":" << static_cast<long>(ask["id"].number)
                  << ",\"choice\":" << best[dice() % best.size()]
                  // Only you will see the note.
                  << ",\"note\":\"" << best.size() << " of " << options.size()
                  << " options look best\"}" << std::endl;
    }

    void over(const Json& message) {
        std::cerr << "place " << message["outcome"]["placements"].items.at(seat).number << "\n";
    }

private:
    std::size_t seat;
    std::mt19937_64 dice;  // rolls the same whenever the match is played again
};

int main() {
    std::optional<Bot> bot;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json message = Json::read(line);
        const std::string& type = message["type"].text;
        if (type == "start") {
            bot.emplace(message);
            std::cout << "{\"type\":\"ready\"}" << std::endl;  // and not "\n": endl flushes
        }
        if (type == "ask") bot->choose(message);
        if (type == "over") bot->over(message);
    }
}
