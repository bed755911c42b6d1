// Includes itself for ever.
//: verdict compile_error
#include "bot.c"
int main(void) { return 0; }
