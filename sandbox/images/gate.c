/* The gate: process 1 of a container that holds one bot.

   It waits to be told what to run, runs that as its child, buries orphans, tells how the child
   ended, and ends with whoever told it, which ends everything in the container.

       gate SOCKET   connects to SOCKET, which comes from the host. The request brings three pipes,
                     the bot's standard streams; its end is told over the same socket.
       gate          takes the request from its standard input. What follows there is the bot's, and
                     so are standard output and error; the gate ends as the bot ended.

   A request is three 32-bit numbers (bytes that follow, arguments, variables), then the arguments
   and the variables, each with its final zero.

   The bot is the same user as the gate and has no other means against it: nobody may look into a
   process that is not "dumpable", and signals do not reach a process 1 that handles none. */

#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STREAMS = 3, MOST_BYTES = 16 << 20, NOT_FOUND = 127, FAILED = 125 };

struct request {
    uint32_t bytes, arguments, variables;
};

static void check(int holds, const char *what) {
    if (holds) return;
    perror(what);
    _exit(FAILED);
}

/* The socket of the host under that path. */
static int connected(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int control = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    check(control >= 0 && strlen(path) < sizeof address.sun_path, path);
    strcpy(address.sun_path, path);
    check(connect(control, (struct sockaddr *)&address, sizeof address) == 0, path);
    return control;
}

static void read_whole(int file, void *into, size_t size) {
    for (char *place = into; size > 0;) {
        ssize_t got = read(file, place, size);
        if (got == 0) _exit(0); /* nobody is there any more */
        check(got > 0, "read");
        place += got;
        size -= got;
    }
}

/* The first part of a request, and the three descriptors that come with it. */
static void receive(int control, struct request *request, int streams[STREAMS]) {
    char space[CMSG_SPACE(STREAMS * sizeof(int))];
    struct iovec into = {request, sizeof *request};
    struct msghdr message = {
        .msg_iov = &into, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    ssize_t got = recvmsg(control, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
    if (got == 0) _exit(0);
    struct cmsghdr *brought = CMSG_FIRSTHDR(&message);
    check(got == sizeof *request && brought, "request");
    check(brought->cmsg_len == CMSG_LEN(STREAMS * sizeof(int)), "pipes");
    memcpy(streams, CMSG_DATA(brought), STREAMS * sizeof(int));
}

/* Pointers to `count` strings that follow each other, and a null after them. */
static char **split(char **text, char *end, uint32_t count) {
    char **words = calloc((size_t)count + 1, sizeof *words);
    check(words != NULL, "memory");
    for (uint32_t i = 0; i < count; i++) {
        check(*text < end, "words");
        words[i] = *text;
        *text += strlen(*text) + 1;
    }
    return words;
}

static void become(char **arguments, char **variables, int streams[STREAMS]) {
    sigset_t none;
    for (int i = 0; i < STREAMS; i++)
        if (streams[i] != i) check(dup2(streams[i], i) == i, "dup2");
    setsid();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(arguments[0], arguments, variables);
    dprintf(STDERR_FILENO, "%s: %s\n", arguments[0], strerror(errno));
    _exit(NOT_FOUND);
}

/* How the bot ended; does not return if the other side goes away first. */
static int await(pid_t bot, int control, int ends) {
    struct pollfd watched[] = {{.fd = control}, {.fd = ends, .events = POLLIN}};
    struct signalfd_siginfo end;
    for (;;) {
        int status;
        pid_t pid;
        while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
            if (pid == bot) return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        check(poll(watched, 2, -1) > 0 || errno == EINTR, "poll");
        if (watched[0].revents) _exit(0);
        if (watched[1].revents) read(ends, &end, sizeof end);
    }
}

int main(int count, char **arguments) {
    int streams[STREAMS] = {0, 1, 2}, control = STDIN_FILENO, told = count > 1;
    struct request request;
    sigset_t child;

    check(getpid() == 1, "the gate ends all processes it can see: it must be process 1");
    prctl(PR_SET_DUMPABLE, 0);
    if (told) {
        control = connected(arguments[1]);
        receive(control, &request, streams);
    } else {
        read_whole(control, &request, sizeof request);
    }
    check(request.bytes < MOST_BYTES && request.arguments > 0, "request");
    char *text = calloc(request.bytes + 1, 1), *next = text;
    check(text != NULL, "memory");
    read_whole(control, text, request.bytes);
    char **words = split(&next, text + request.bytes, request.arguments);
    char **variables = split(&next, text + request.bytes, request.variables);

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    int ends = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    check(ends >= 0, "signalfd");

    pid_t bot = fork();
    check(bot >= 0, "fork");
    if (bot == 0) become(words, variables, streams);
    for (int i = 0; told && i < STREAMS; i++) close(streams[i]);
    int code = await(bot, control, ends);
    if (!told) _exit(code); /* which ends everything else here too */

    kill(-1, SIGKILL);
    while (wait(NULL) > 0 || errno == EINTR) continue;
    dprintf(control, "%d\n", code);
    struct pollfd other_side = {.fd = control};
    while (poll(&other_side, 1, -1) < 0 && errno == EINTR) continue;
    return 0;
}
