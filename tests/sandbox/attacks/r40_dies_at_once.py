# Does not even start.
#: verdict crash:exit 1
raise RuntimeError("no")
