import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON: objects become maps, lists become lists, numbers Doubles, the rest String, Boolean
 * or null. Throws IllegalArgumentException for what is not JSON, which the referee never sends.
 */
final class Json {
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    static Object read(String text) {
        Json reader = new Json(text);
        Object value = reader.any();
        if (reader.peek() != 0) throw reader.failure();
        return value;
    }

    private IllegalArgumentException failure() {
        String rest = text.substring(at, Math.min(text.length(), at + 40));
        return new IllegalArgumentException("not JSON from here on: " + rest);
    }

    /** The next character that is no blank, 0 at the end. */
    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : 0;
    }

    /** Steps over that text if it comes next. */
    private boolean skip(String expected) {
        peek();
        boolean found = text.startsWith(expected, at);
        if (found) at += expected.length();
        return found;
    }

    private void expect(String expected) {
        if (!skip(expected)) throw failure();
    }

    private Object any() {
        if (skip("{")) return object();
        if (skip("[")) return list();
        if (skip("null")) return null;
        if (skip("true")) return true;
        if (skip("false")) return false;
        return peek() == '"' ? string() : number();
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (skip("}")) return fields;
        do {
            String name = string();
            expect(":");
            fields.put(name, any());
        } while (skip(","));
        expect("}");
        return fields;
    }

    private List<Object> list() {
        List<Object> items = new ArrayList<>();
        if (skip("]")) return items;
        do items.add(any()); while (skip(","));
        expect("]");
        return items;
    }

    private Double number() {
        int end = at;
        while (end < text.length() && "+-.0123456789eE".indexOf(text.charAt(end)) >= 0) end++;
        if (end == at) throw failure();
        double number = Double.parseDouble(text.substring(at, end));
        at = end;
        return number;
    }

    private String string() {
        expect("\"");
        StringBuilder string = new StringBuilder();
        while (true) {
            char next = character();
            if (next == '"') return string.toString();
            string.append(next == '\\' ? escape() : next);
        }
    }

    private char character() {
        if (at == text.length()) throw failure();
        return text.charAt(at++);
    }

    /** What follows a backslash; characters beyond U+FFFF are two of Java's, and two escapes. */
    private char escape() {
        char name = character();
        if (name == 'u') {
            if (at + 4 > text.length()) throw failure();
            at += 4;
            return (char) Integer.parseInt(text.substring(at - 4, at), 16);
        }
        int found = "\"\\/bfnrt".indexOf(name);
        if (found < 0) throw failure();
        return "\"\\/\b\f\n\r\t".charAt(found);
    }
}
