import asyncio


async def square(number):
    await asyncio.sleep(0.001)
    return number * number


async def total():
    process = await asyncio.create_subprocess_exec("/bin/echo", "0", stdout=-1)
    out, _ = await process.communicate()
    return sum(await asyncio.gather(*map(square, range(10)))) + int(out)


for _ in iter(input, ""):
    print(asyncio.run(total()), flush=True)
