// Calls the kernel by its 32-bit table.
//: verdict crash:SIGSYS
//: machine x86_64
#include <stdio.h>

int main(void) {
    char line[4096];
    long result = 20; /* getpid */
    if (!fgets(line, sizeof line, stdin)) return 1;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    printf("{\"id\": 1, \"saw\": \"%ld\"}\n", result);
    fflush(stdout);
    return fgets(line, sizeof line, stdin) == NULL;
}
