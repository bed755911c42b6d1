# Leaves early and politely.
#: verdict crash:exit 0
input()
