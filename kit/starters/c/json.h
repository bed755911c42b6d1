/* Reads JSON: one line in, a tree of values out. */
#ifndef JSON_H
#define JSON_H

typedef enum {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_LIST,
    JSON_OBJECT
} JsonKind;

typedef struct Json Json;
struct Json {
    JsonKind kind;
    const char *name;  /* of a field of an object, else NULL */
    const char *text;  /* of a string, UTF-8, else "" */
    double number;     /* of a number, else 0 */
    Json *first;       /* of a list or an object, else NULL */
    Json *next;        /* in the list or object that holds this value, NULL for the last */
};

/* The value that a line holds. The line is rewritten and must live as long as the value: strings
   are kept where they stand in it. Ends the program if the line is not JSON, which the referee
   never sends. */
Json *json_read(char *line);

/* The field of that name; NULL if there is none. Passes NULL on, so that calls can be nested. */
const Json *json_get(const Json *object, const char *name);

/* The element at that place, counted from 0; NULL if there is none. */
const Json *json_at(const Json *list, int place);

/* What a string or a number holds; "" and 0 for anything else, NULL included. */
const char *json_text(const Json *value);
double json_number(const Json *value);

void json_free(Json *value);

#endif
