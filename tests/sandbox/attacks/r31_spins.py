# Computes for ever.
#: verdict timeout:cpu
#: deadline 0.3
input()
while True:
    pass
