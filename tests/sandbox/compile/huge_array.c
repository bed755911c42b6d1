// A program of four gigabytes.
//: verdict compile_(error|limit)
int a[1 << 30] = {1};
int main(void) { return a[0]; }
