// Reads JSON by recursive descent.
#include "json.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace {

void append_utf8(std::string& text, unsigned code) {
    auto add = [&text](unsigned byte) { text += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xE0 | code >> 12);
        } else {
            add(0xF0 | code >> 18);
            add(0x80 | (code >> 12 & 0x3F));
        }
        add(0x80 | (code >> 6 & 0x3F));
    }
    add(0x80 | (code & 0x3F));
}

class Reader {
public:
    explicit Reader(std::string_view line) : rest(line) {}

    Json whole() {
        Json value = any();
        skip_space();
        if (!rest.empty()) fail();
        return value;
    }

private:
    std::string_view rest;  // what has not been read yet

    [[noreturn]] void fail() const {
        throw std::runtime_error("not JSON from here on: " + std::string(rest.substr(0, 40)));
    }

    void skip_space() {
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    }

    // Steps over that text if it comes next.
    bool skip(std::string_view expected) {
        skip_space();
        if (!rest.starts_with(expected)) return false;
        rest.remove_prefix(expected.size());
        return true;
    }

    void expect(std::string_view expected) {
        if (!skip(expected)) fail();
    }

    Json any() {
        if (skip("{")) return object();
        if (skip("[")) return list();
        if (skip("null")) return {};
        if (skip("true")) return {.kind = Json::Kind::boolean, .truth = true};
        if (skip("false")) return {.kind = Json::Kind::boolean};
        if (rest.starts_with('"')) return {.kind = Json::Kind::string, .text = string()};
        return number();
    }

    Json object() {
        Json value{.kind = Json::Kind::object};
        if (skip("}")) return value;
        do {
            std::string name = string();
            expect(":");
            value.fields.emplace_back(std::move(name), any());
        } while (skip(","));
        expect("}");
        return value;
    }

    Json list() {
        Json value{.kind = Json::Kind::list};
        if (skip("]")) return value;
        do value.items.push_back(any());
        while (skip(","));
        expect("]");
        return value;
    }

    Json number() {
        std::size_t length = std::min(rest.find_first_not_of("+-.0123456789eE"), rest.size());
        std::string digits(rest.substr(0, length));
        char* end = nullptr;
        Json value{.kind = Json::Kind::number, .number = std::strtod(digits.c_str(), &end)};
        if (digits.empty() || *end) fail();
        rest.remove_prefix(length);
        return value;
    }

    std::string string() {
        expect("\"");
        std::string text;
        while (!rest.starts_with('"')) {
            std::size_t plain = rest.find_first_of("\"\\");
            if (plain == rest.npos) fail();
            text += rest.substr(0, plain);
            rest.remove_prefix(plain);
            if (rest[0] == '\\') escape(text);
        }
        rest.remove_prefix(1);
        return text;
    }

    void escape(std::string& text) {
        static constexpr std::string_view names = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
        if (rest.starts_with("\\u")) return append_utf8(text, unicode());
        std::size_t found = rest.size() > 1 ? names.find(rest[1]) : names.npos;
        if (found == names.npos) fail();
        text += meanings[found];
        rest.remove_prefix(2);
    }

    // The character that \u.... names; characters beyond 0xFFFF are written as two such escapes.
    unsigned unicode() {
        unsigned code = hex();
        if (code < 0xD800 || code > 0xDFFF) return code;
        if (code < 0xDC00 && rest.starts_with("\\u")) {
            std::string_view here = rest;
            unsigned low = hex();
            if (low >= 0xDC00 && low <= 0xDFFF) {
                return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
            rest = here;
        }
        return 0xFFFD;  // half a pair: the character that stands for what is unreadable
    }

    unsigned hex() {
        std::string digits(rest.substr(2, 4));
        bool are_digits = digits.find_first_not_of("0123456789abcdefABCDEF") == digits.npos;
        if (digits.size() != 4 || !are_digits) fail();
        rest.remove_prefix(6);
        return static_cast<unsigned>(std::stoul(digits, nullptr, 16));
    }
};

}  // namespace

const Json& Json::operator[](std::string_view name) const {
    static const Json null;
    for (const auto& [known, value] : fields) {
        if (known == name) return value;
    }
    return null;
}

Json Json::read(std::string_view line) {
    return Reader(line).whole();
}
