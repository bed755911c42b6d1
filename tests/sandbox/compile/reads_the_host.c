// Puts a file of the host into its own program.
//: verdict compile_error
#include "/etc/passwd"
int main(void) { return 0; }
