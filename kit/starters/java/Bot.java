import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
 *
 * <p>Begin at {@link #score}. docs/2-protocol.md explains the messages, `moonladder rules GAME`
 * what a game asks, offers and shows. Only answers go to System.out; System.err is the bot's log.
 *
 * <p>One object is one seat in one match; whatever it keeps it still has at the next ask.
 */
public class Bot {
    private final int seat;
    private final Random dice; // rolls the same whenever the match is played again

    /** How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game. */
    static double score(Map<String, Object> ask, Map<String, Object> option) {
        if (ask.get("kind").equals("follow")) { // Shamans: suit keeps the pawn off the Moon
            return option.get("world").equals(object(ask.get("view")).get("destination")) ? 1 : 0;
        }
        if ("attack".equals(option.get("action"))) return 1; // Shadow Hunters: passing never wins
        if ("totem".equals(option.get("do"))) return 1; // Shamanix: totems can shut a shaman in
        return 0;
    }

    Bot(Map<String, Object> start) {
        seat = integer(start.get("seat"));
        dice = new Random(((Number) start.get("seed")).longValue());
        int seats = integer(start.get("seats"));
        System.err.println(start.get("game") + ": seat " + seat + " of " + seats);
    }

    String choose(Map<String, Object> ask) {
        List<Object> options = list(ask.get("options"));
        List<Integer> best = new ArrayList<>();
        double highest = Double.NEGATIVE_INFINITY;
        for (int index = 0; index < options.size(); index++) {
            double value = score(ask, object(options.get(index)));
            if (value > highest) {
                best.clear();
                highest = value;
            }
            if (value == highest) best.add(index);
        }
        int choice = best.get(dice.nextInt(best.size()));
        // Only you will see the note.
        String note = best.size() + " of " + options.size() + " options look best";
        String answer = "{\"id\":%d,\"choice\":%d,\"note\":\"%s\"}";
        return answer.formatted(integer(ask.get("id")), choice, note);
    }

    void over(Map<String, Object> message) {
        List<Object> placements = list(object(message.get("outcome")).get("placements"));
        System.err.println("place " + integer(placements.get(seat)));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    static int integer(Object value) {
        return ((Number) value).intValue();
    }

    static void say(String line) {
        System.out.println(line);
        System.out.flush(); // an answer that stays in the buffer is a late answer
    }

    public static void main(String[] arguments) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Bot bot = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Map<String, Object> message = object(Json.read(line));
            switch ((String) message.get("type")) {
                case "start" -> {
                    bot = new Bot(message);
                    say("{\"type\":\"ready\"}");
                }
                case "ask" -> say(bot.choose(message));
                case "over" -> bot.over(message);
                default -> { } // a later version may have more to say
            }
        }
    }
}
