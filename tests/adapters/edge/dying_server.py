"""A child that says it is ready and dies over the first request."""

import socket
import sys

from pincite.adapters.frames import Frame, pack, receive

if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[3])) as sock:
        sock.sendall(pack(Frame({"id": 0})))
        receive(sock)
