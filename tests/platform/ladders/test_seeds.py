"""Seeds follow from the ladder's secret in a way anybody can check."""

import hashlib

from moonladder.ladders.seeds import block_seed, commitment, new_secret

SECRET = "00112233445566778899aabbccddeeff" * 2


def test_a_secret_has_256_bits_and_is_never_the_same() -> None:
    one, other = new_secret(), new_secret()
    assert one != other
    assert len(bytes.fromhex(one)) == 32


def test_the_commitment_is_what_it_always_was() -> None:
    assert commitment(SECRET) == "2a8abfa8cb9906290437854193ca6bca41d4d4e26d1d454bd66a35158095e737"


def test_seeds_are_what_they_always_were() -> None:
    seeds = [block_seed(SECRET, number) for number in (1, 2, 3, 10**6)]
    assert seeds == [1053440047217941, 613938487134941, 2161775506231841, 3022611076540216]


def test_anybody_can_check_a_seed_from_its_description() -> None:
    text = b"moonladder block 7 " + SECRET.encode()
    assert block_seed(SECRET, 7) == int(hashlib.sha256(text).hexdigest()[:13], 16)


def test_every_reader_of_json_holds_a_seed_exactly() -> None:
    seeds = [block_seed(SECRET, number) for number in range(2000)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**53 and int(float(seed)) == seed for seed in seeds)


def test_blocks_of_different_ladders_share_no_seed() -> None:
    numbers = range(1000)
    here = {block_seed(SECRET, number) for number in numbers}
    there = {block_seed(SECRET[:-1] + "0", number) for number in numbers}
    assert not here & there
