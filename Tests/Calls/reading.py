"""What a package's index says of its SDKs: which of their declarations send, and which of them scenes call."""

import collections
import dataclasses
import pathlib

from index_store import Store, StoreError

BUILD = "swift build --build-tests --enable-all-traits"


@dataclasses.dataclass
class Layout:
    """Where things are in a package; declarations by module and path."""

    root: pathlib.Path
    # The SDKs, and what they are built upon.
    clients: tuple = ("Sources/Clients",)
    # What plays scenes, and what that is built of.
    scenes: tuple = (
        "Contracts/Sources/Consumers", "Contracts/Sources/Scenarios", "Tests/Executors",
        "Tests/Support", "Tests/SyncFixtures",
    )
    # What sends.
    transport: tuple = (
        ("GhostlightClient", "Transport.send"), ("GhostlightClient", "Transport.attempt"),
    )
    # What is played.
    variants: tuple = ("ConsumerContracts", "Variant.all")


def reachable(starts, edges, passes):
    """What can be reached from declarations through those that may be passed."""
    seen, waiting = set(starts), list(starts)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                if passes(other):
                    waiting.append(other)
    return seen


class Reading:
    """The index of a package, for questions.

    Functions that wait in a property are not followed; where such a function sends, the property is `kept`, and who reads it
    is taken for sending.
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
        # Who runs a declaration; to set the transport is not to send.
        self.callers = collections.defaultdict(set)
        for usr, runs in self.graph.edges.items():
            for other, is_run in runs.items():
                if is_run or other not in self.sinks:
                    self.callers[other].add(usr)
        self.senders = {module: self.senders_of(module) for module in self.clients}

    def find(self, paths):
        """The declarations with those paths."""
        found = set()
        for module, path in paths:
            usrs = self.graph.find(module, path)
            if not usrs:
                raise StoreError(f"{module} has no {path} in the index; is it named otherwise by now?")
            found |= usrs
        return found

    def senders_of(self, module):
        """What sends of a module, and of all that it is built upon.

        Nothing else is run by its calls: a store that StackMob's SDK gives to Core Data is none of Mia's.
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
        """The modules of clients with something in them that sends."""
        return sorted(
            module for module in self.clients
            if any(self.homes[usr] == module for usr in self.senders[module]))

    def occurring(self):
        """What scenes call, directly or by what is no SDK, such as Core Data."""
        others = set(self.homes.values()) - set(self.sdks())
        return reachable(self.variants, self.graph.edges, lambda usr: self.homes.get(usr) in others)


def check(units, folder):
    """Whether the index is of the sources as they are."""
    for source in sorted(folder.rglob("*.swift")):
        if any(part.endswith("Plugin") for part in source.parts):
            continue  # Plugins are built for the build itself, without an index.
        if source not in units:
            raise StoreError(f"{source} is not in the index; first {BUILD}")
        if units[source][2] < source.stat().st_mtime_ns:
            raise StoreError(f"{source} is newer than the index; first {BUILD}")
