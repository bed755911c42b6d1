# Computes for ever.
#: verdict timeout:cpu
#: deadline 1
input()
while True:
    pass
