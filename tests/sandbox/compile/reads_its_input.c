// Waits for whoever compiles it.
//: verdict compile_(error|limit)
//: limits wall_seconds=3
#include "/dev/stdin"
int main(void) { return 0; }
