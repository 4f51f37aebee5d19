"""Finds in a package's index which declarations of its SDKs send, and which of them the scenes call."""

import collections
import dataclasses
import pathlib

from index_store import Store, StoreError

BUILD = "swift build --build-tests --enable-all-traits"


@dataclasses.dataclass
class Layout:
    """The folders and declarations of a package; declarations are given by module and path."""

    root: pathlib.Path
    # The folders of the SDKs and of the modules below them.
    clients: tuple = ("Sources/Clients",)
    # The folders of the scenes and of the modules that they use.
    scenes: tuple = (
        "Contracts/Sources/Consumers", "Contracts/Sources/Scenarios", "Tests/Executors",
        "Tests/Support", "Tests/SyncFixtures",
    )
    # The declarations that send a request.
    transport: tuple = (
        ("GhostlightClient", "Transport.send"), ("GhostlightClient", "Transport.attempt"),
    )
    # The declaration with the scenes that run.
    variants: tuple = ("ConsumerContracts", "Variant.all")


def reachable(starts, edges, passes):
    """Returns the declarations that can be reached from `starts`; the search passes only those that `passes` allows."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                if passes(other):
                    waiting.append(other)
    return seen


class Reading:
    """The index of a package, with queries.

    A function that is stored in a property is not followed. If such a function sends, its property is `kept`, and
    every declaration that reads the property counts as sending.
    """

    def __init__(self, path, layout, kept=()):
        store = Store(path)
        folders = [layout.root / folder for folder in layout.clients + layout.scenes]
        units = store.units(folders)
        for folder in folders:
            check(units, folder)
        self.graph = store.graph(units)
        self.homes = self.graph.modules
        self.sinks = self.find(layout.transport)
        self.sinks |= self.find((entry["module"], entry["property"]) for entry in kept)
        self.variants = self.find([layout.variants])
        carriers = {module for module, _ in layout.transport}
        clients = [layout.root / folder for folder in layout.clients]
        self.clients = {
            module for source, (module, _, _) in units.items()
            if any(folder in source.parents for folder in clients)
        } - carriers
        # The declarations that run a declaration; setting the transport is not a request.
        self.callers = collections.defaultdict(set)
        for usr, runs in self.graph.edges.items():
            for other, is_run in runs.items():
                if is_run or other not in self.sinks:
                    self.callers[other].add(usr)
        self.senders = {module: self.senders_of(module) for module in self.clients}

    def find(self, paths):
        """Returns the declarations with the given paths."""
        found = set()
        for module, path in paths:
            usrs = self.graph.find(module, path)
            if not usrs:
                raise StoreError(f"{module} has no {path} in the index; is it named otherwise by now?")
            found |= usrs
        return found

    def senders_of(self, module):
        """Returns the declarations that send, in a module and in all modules below it.

        Its calls run no other code: a store that StackMob's SDK registers in Core Data does not belong to Mia.
        """
        upon, waiting = {module}, [module]
        while waiting:
            for usr in self.graph.references.get(waiting.pop(), ()):
                home = self.homes.get(usr)
                if home and home not in upon:
                    upon.add(home)
                    waiting.append(home)
        return reachable(
            {usr for usr in self.sinks if self.homes[usr] in upon},
            {usr: {caller for caller in callers if self.homes.get(caller) in upon}
             for usr, callers in self.callers.items()},
            lambda usr: True)

    def sdks(self):
        """Returns the client modules with a declaration that sends."""
        return sorted(
            module for module in self.clients
            if any(self.homes[usr] == module for usr in self.senders[module]))

    def occurring(self):
        """Returns the declarations that scenes call, directly or through modules other than SDKs, such as Core Data."""
        others = set(self.homes.values()) - set(self.sdks())
        return reachable(self.variants, self.graph.edges, lambda usr: self.homes.get(usr) in others)


def check(units, folder):
    """Raises an error unless the index is as new as the sources."""
    for source in sorted(folder.rglob("*.swift")):
        if any(part.endswith("Plugin") for part in source.parts):
            continue  # Plugins are built for the build itself and have no index.
        if source not in units:
            raise StoreError(f"{source} is not in the index; first {BUILD}")
        if units[source][2] < source.stat().st_mtime_ns:
            raise StoreError(f"{source} is newer than the index; first {BUILD}")
