#include <math.h>
#include <pthread.h>
#include <stdio.h>

static void *square(void *cell) {
    *(double *)cell = pow(*(double *)cell, 2);
    return NULL;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        double cells[10], sum = 0;
        pthread_t threads[10];
        for (int i = 0; i < 10; i++) {
            cells[i] = i;
            pthread_create(&threads[i], NULL, square, &cells[i]);
        }
        for (int i = 0; i < 10; i++) {
            pthread_join(threads[i], NULL);
            sum += cells[i];
        }
        printf("%.0f\n", sum);
        fflush(stdout);
    }
}
