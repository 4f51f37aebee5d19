"""Two connected network namespaces, one with a server and one with its clients, as containers are.

Needs root and iproute2. /etc/hosts of the clients has the server's name, as in a compose file.
"""
import contextlib
import ctypes
import os
import pathlib
import shutil
import subprocess

SERVER, CLIENT, NAME = "10.213.0.1", "10.213.0.2", "ghostlight"
CLONE_NEWNET = 0x40000000
libc = ctypes.CDLL(None, use_errno=True)


class Network:
    """Creates both namespaces for the time of a `with` block."""

    def __enter__(self):
        self.names = {side: f"ghostlight-{side}-{os.getpid()}" for side in ("server", "client")}
        self.stack = contextlib.ExitStack()
        with contextlib.ExitStack() as undo:
            for name in self.names.values():
                self.ip("netns", "add", name)
                undo.callback(subprocess.run, ["ip", "netns", "del", name])
            hosts = pathlib.Path("/etc/netns", self.names["client"])
            hosts.mkdir(parents=True)
            undo.callback(shutil.rmtree, hosts)
            (hosts / "hosts").write_text(f"127.0.0.1 localhost\n{SERVER} {NAME}\n")
            server, client = self.names["server"], self.names["client"]
            self.ip("-n", server, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", client)
            for name, address in ((server, SERVER), (client, CLIENT)):
                self.ip("-n", name, "addr", "add", f"{address}/30", "dev", "eth0")
                for device in ("lo", "eth0"):
                    self.ip("-n", name, "link", "set", device, "up")
            self.stack = undo.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    @staticmethod
    def ip(*arguments):
        subprocess.run(["ip", *arguments], check=True)

    def command(self, side, *arguments):
        """Returns a command line that runs another one in a namespace."""
        return ["ip", "netns", "exec", self.names[side], *map(str, arguments)]

    @contextlib.contextmanager
    def inside(self, side):
        """Moves this thread into a namespace during the block, for the sockets that it opens."""
        with open("/proc/thread-self/ns/net") as own, open(f"/run/netns/{self.names[side]}") as other:
            self.enter(other)
            try:
                yield
            finally:
                self.enter(own)

    @staticmethod
    def enter(namespace):
        if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "setns")
