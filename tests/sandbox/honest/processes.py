import multiprocessing
import subprocess


def square(number):
    return number * number


def total():
    out = subprocess.run(["/bin/sh", "-c", "echo $((140 + 1))"], capture_output=True).stdout
    with multiprocessing.Pool(4) as pool:
        return sum(pool.map(square, range(9))) + int(out) - 60


if __name__ == "__main__":
    for _ in iter(input, ""):
        print(total(), flush=True)
