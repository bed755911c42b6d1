# Does not even start.
#: verdict crash:exit 1
