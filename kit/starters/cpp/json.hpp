// Reads JSON: one line in, a tree of values out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// One value. Whatever it does not have is empty, so that look-ups can be chained without a check:
// message["view"]["you"]["role"].text is "" if any of them is missing.
struct Json {
    enum class Kind { null, boolean, number, string, list, object };

    Kind kind = Kind::null;
    bool truth = false;
    double number = 0;
    std::string text = {};                                  // of a string, UTF-8
    std::vector<Json> items = {};                           // of a list
    std::vector<std::pair<std::string, Json>> fields = {};  // of an object

    // The field of that name; null if there is none.
    const Json& operator[](std::string_view name) const;

    // Throws std::runtime_error if the line is not JSON, which the referee never sends.
    static Json read(std::string_view line);
};
