# Opens sockets to the kernel and the hypervisor.
#: saw \{'EAFNOSUPPORT'\}
import socket

from arena import outcome, serve

FAMILIES = {"NETLINK": 16, "PACKET": 17, "ALG": 38, "VSOCK": 40, "BLUETOOTH": 31, "CAN": 29}

serve(lambda: {outcome(socket.socket, family, socket.SOCK_RAW) for family in FAMILIES.values()})
