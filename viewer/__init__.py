"""The replay viewer: what one audience may see of a finished match, and the page that shows it.

`frames` turns a record into frames for one audience, `server` shows them on this machine, and
`static/viewer` is the page: modules a browser reads as they are. The page gets only the frames of
the audience chosen, so it never holds what that audience may not know.
"""
