/* Reads JSON by recursive descent. `at` is always the place in the line that is read next. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Json *read_value(char **at);

static void fail(const char *at) {
    fprintf(stderr, "not JSON from here on: %.40s\n", at);
    exit(1);
}

static void skip_space(char **at) {
    *at += strspn(*at, " \t\r\n");
}

/* Steps over that character if it comes next. */
static int skip(char **at, char expected) {
    skip_space(at);
    if (**at != expected) return 0;
    ++*at;
    return 1;
}

static void expect(char **at, char expected) {
    if (!skip(at, expected)) fail(*at);
}

static Json *make(JsonKind kind) {
    Json *value = calloc(1, sizeof *value);
    if (!value) abort();
    value->kind = kind;
    value->text = "";
    return value;
}

/* The four hexadecimal digits of an escape. */
static unsigned read_hex(char **at) {
    unsigned code = 0;
    for (int digit = 0; digit < 4; ++digit, ++*at) {
        const char *digits = "0123456789abcdef0123456789ABCDEF";
        const char *found = **at ? strchr(digits, **at) : NULL;
        if (!found) fail(*at);
        code = code * 16 + (unsigned)(found - digits) % 16;
    }
    return code;
}

/* The character that \u.... names; characters beyond 0xFFFF are written as two such escapes. */
static unsigned read_unicode(char **at) {
    unsigned code = read_hex(at);
    if (code < 0xD800 || code > 0xDFFF) return code;
    if (code < 0xDC00 && (*at)[0] == '\\' && (*at)[1] == 'u') {
        char *second = *at + 2;
        unsigned low = read_hex(&second);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            *at = second;
            return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    return 0xFFFD; /* half a pair: the character that stands for what is unreadable */
}

static char *write_utf8(char *end, unsigned code) {
    if (code < 0x80) {
        *end++ = (char)code;
    } else if (code < 0x800) {
        *end++ = (char)(0xC0 | code >> 6);
        *end++ = (char)(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        *end++ = (char)(0xE0 | code >> 12);
        *end++ = (char)(0x80 | (code >> 6 & 0x3F));
        *end++ = (char)(0x80 | (code & 0x3F));
    } else {
        *end++ = (char)(0xF0 | code >> 18);
        *end++ = (char)(0x80 | (code >> 12 & 0x3F));
        *end++ = (char)(0x80 | (code >> 6 & 0x3F));
        *end++ = (char)(0x80 | (code & 0x3F));
    }
    return end;
}

/* What follows a backslash. */
static char *read_escape(char **at, char *end) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char name = *(*at)++;
    if (name == 'u') return write_utf8(end, read_unicode(at));
    const char *found = name ? strchr(names, name) : NULL;
    if (!found) fail(*at - 1);
    *end = meanings[found - names];
    return end + 1;
}

/* A string is written over its own source, which is never shorter. */
static const char *read_string(char **at) {
    expect(at, '"');
    char *text = *at, *end = text;
    while (**at != '"') {
        if (!**at) fail(text);
        if (**at == '\\') {
            ++*at;
            end = read_escape(at, end);
        } else {
            *end++ = *(*at)++;
        }
    }
    ++*at;
    *end = '\0';
    return text;
}

/* The elements of a list, or with names the fields of an object, up to the closing bracket. */
static Json *read_items(char **at, JsonKind kind, char closing) {
    Json *holder = make(kind), **last = &holder->first;
    if (skip(at, closing)) return holder;
    do {
        const char *name = NULL;
        if (kind == JSON_OBJECT) {
            name = read_string(at);
            expect(at, ':');
        }
        *last = read_value(at);
        (*last)->name = name;
        last = &(*last)->next;
    } while (skip(at, ','));
    expect(at, closing);
    return holder;
}

static Json *read_word(char **at, const char *word, JsonKind kind) {
    if (strncmp(*at, word, strlen(word)) != 0) fail(*at);
    *at += strlen(word);
    return make(kind);
}

static Json *read_number(char **at) {
    char *end;
    Json *value = make(JSON_NUMBER);
    value->number = strtod(*at, &end);
    if (end == *at) fail(*at);
    *at = end;
    return value;
}

static Json *read_text(char **at) {
    Json *value = make(JSON_STRING);
    value->text = read_string(at);
    return value;
}

static Json *read_value(char **at) {
    skip_space(at);
    switch (**at) {
        case '{': ++*at; return read_items(at, JSON_OBJECT, '}');
        case '[': ++*at; return read_items(at, JSON_LIST, ']');
        case '"': return read_text(at);
        case 't': return read_word(at, "true", JSON_TRUE);
        case 'f': return read_word(at, "false", JSON_FALSE);
        case 'n': return read_word(at, "null", JSON_NULL);
        default: return read_number(at);
    }
}

Json *json_read(char *line) {
    Json *value = read_value(&line);
    skip_space(&line);
    if (*line) fail(line);
    return value;
}

const Json *json_get(const Json *object, const char *name) {
    const Json *field = object && object->kind == JSON_OBJECT ? object->first : NULL;
    while (field && strcmp(field->name, name) != 0) field = field->next;
    return field;
}

const Json *json_at(const Json *list, int place) {
    const Json *element = list ? list->first : NULL;
    while (element && place-- > 0) element = element->next;
    return element;
}

const char *json_text(const Json *value) {
    return value ? value->text : "";
}

double json_number(const Json *value) {
    return value ? value->number : 0;
}

void json_free(Json *value) {
    while (value) {
        Json *next = value->next;
        json_free(value->first);
        free(value);
        value = next;
    }
}
