# Opens sockets to the network.
#: saw \{'EAFNOSUPPORT'\}
import socket

from arena import outcome, serve


def attack():
    families = [socket.AF_INET, socket.AF_INET6]
    return {outcome(socket.socket, family, kind) for family in families for kind in (1, 2)}


serve(attack)
