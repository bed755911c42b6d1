from concurrent.futures import ThreadPoolExecutor

for _ in iter(input, ""):
    with ThreadPoolExecutor(8) as pool:
        print(sum(pool.map(pow, range(10), [2] * 10)), flush=True)
