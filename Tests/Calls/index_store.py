"""Reads the index that the compiler writes during a build, as a call graph.

The format of an index store is private. The toolchain's `libIndexStore` reads it; its C interface is
`indexstore/indexstore.h` in Apple's fork of LLVM.
"""

import ctypes
import dataclasses
import json
import pathlib
import subprocess

# Roles of an occurrence, and relations between symbols.
DEFINITION, REFERENCE, READ, WRITE, CALL = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5
CHILD_OF, OVERRIDE_OF, CALLED_BY = 1 << 9, 1 << 11, 1 << 13
ACCESSOR_OF, CONTAINED_BY = 1 << 15, 1 << 16
# A unit depends on other units, on files, and on records, which contain the index of its main file.
RECORD = 2

Pointer = ctypes.c_void_p


class Text(ctypes.Structure):
    """An `indexstore_string_ref_t`, which is not terminated by a zero."""

    _fields_ = [("data", Pointer), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


Visit = ctypes.CFUNCTYPE(ctypes.c_bool, Pointer, Pointer)
VisitText = ctypes.CFUNCTYPE(ctypes.c_bool, Pointer, Text)

FUNCTIONS = {
    "store_create": (Pointer, ctypes.c_char_p, ctypes.POINTER(Pointer)),
    "store_units_apply_f": (ctypes.c_bool, Pointer, ctypes.c_uint, Pointer, VisitText),
    "store_get_unit_modification_time": (
        ctypes.c_bool, Pointer, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int64),
        ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(Pointer)),
    "unit_reader_create": (Pointer, Pointer, ctypes.c_char_p, ctypes.POINTER(Pointer)),
    "unit_reader_dispose": (None, Pointer),
    "unit_reader_get_main_file": (Text, Pointer),
    "unit_reader_get_module_name": (Text, Pointer),
    "unit_reader_dependencies_apply_f": (ctypes.c_bool, Pointer, Pointer, Visit),
    "unit_dependency_get_kind": (ctypes.c_int, Pointer),
    "unit_dependency_get_name": (Text, Pointer),
    "record_reader_create": (Pointer, Pointer, ctypes.c_char_p, ctypes.POINTER(Pointer)),
    "record_reader_dispose": (None, Pointer),
    "record_reader_occurrences_apply_f": (ctypes.c_bool, Pointer, Pointer, Visit),
    "occurrence_get_symbol": (Pointer, Pointer),
    "occurrence_get_roles": (ctypes.c_uint64, Pointer),
    "occurrence_relations_apply_f": (ctypes.c_bool, Pointer, Pointer, Visit),
    "symbol_relation_get_roles": (ctypes.c_uint64, Pointer),
    "symbol_relation_get_symbol": (Pointer, Pointer),
    "symbol_get_usr": (Text, Pointer),
    "symbol_get_name": (Text, Pointer),
}


class StoreError(Exception):
    """The reason why the store cannot be used, with a remedy."""


def target_info():
    """Returns the compiler's information about its target and paths."""
    command = ["swiftc", "-print-target-info"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def library():
    """Returns the toolchain's library for index stores."""
    folder = pathlib.Path(target_info()["paths"]["runtimeResourcePath"]).parent
    for name in ("libIndexStore.so", "libIndexStore.dylib"):
        if (folder / name).exists():
            loaded = ctypes.CDLL(str(folder / name))
            break
    else:
        raise StoreError(f"{folder} has no libIndexStore: use a whole toolchain of swift.org's")
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(loaded, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
    return loaded


@dataclasses.dataclass
class Graph:
    """Declarations by their identifiers (USR), with their references."""

    names: dict = dataclasses.field(default_factory=dict)
    parents: dict = dataclasses.field(default_factory=dict)
    # The module that defines a declaration; declarations of other packages are not included.
    modules: dict = dataclasses.field(default_factory=dict)
    # The declarations that the body of a declaration refers to and so may run, and whether it does more than set them.
    # An override or an accessor of a declaration is also among its references.
    edges: dict = dataclasses.field(default_factory=dict)
    # The references in the sources of a module.
    references: dict = dataclasses.field(default_factory=dict)

    def path(self, usr):
        """Returns the path of a declaration with its enclosing types: `Transport.send`."""
        parent = self.parents.get(usr)
        return (self.path(parent) + "." if parent else "") + self.names[usr]

    def find(self, module, path):
        """Returns the identifiers of a module's declarations with a path."""
        last = path.rsplit(".", 1)[-1] if "(" not in path else None
        return {
            usr for usr, home in self.modules.items()
            if home == module and (last is None or self.names[usr] == last) and self.path(usr) == path
        }


class Store:
    """An index store on disk."""

    def __init__(self, path):
        self.library = library()
        self.error = Pointer()
        self.store = self.call("store_create", str(path).encode(), ctypes.byref(self.error))
        if not self.store or not pathlib.Path(path).is_dir():
            raise StoreError(f"there is no index at {path}: make a debug build")

    def call(self, name, *arguments):
        return getattr(self.library, "indexstore_" + name)(*arguments)

    def units(self, folders):
        """Returns for each source in the folders its module, its records and the time of the index in nanoseconds.

        A store may contain units of deleted files, which are omitted.
        """
        names = []
        self.call("store_units_apply_f", self.store, 0, None,
                  VisitText(lambda _, name: names.append(str(name)) or True))
        found = {}
        for name in names:
            unit = self.call("unit_reader_create", self.store, name.encode(), ctypes.byref(self.error))
            if not unit:
                continue
            source = pathlib.Path(str(self.call("unit_reader_get_main_file", unit)))
            if any(folder in source.parents for folder in folders) and source.exists():
                records = []

                def visit(_, dependency):
                    if self.call("unit_dependency_get_kind", dependency) == RECORD:
                        records.append(str(self.call("unit_dependency_get_name", dependency)))
                    return True

                self.call("unit_reader_dependencies_apply_f", unit, None, Visit(visit))
                module = str(self.call("unit_reader_get_module_name", unit))
                time = self.time(name)
                if source not in found or found[source][2] < time:
                    found[source] = (module, records, time)
            self.call("unit_reader_dispose", unit)
        return found

    def time(self, unit):
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        self.call("store_get_unit_modification_time", self.store, unit.encode(),
                  ctypes.byref(seconds), ctypes.byref(nanoseconds), ctypes.byref(self.error))
        return seconds.value * 10**9 + nanoseconds.value

    def graph(self, units):
        """Returns the graph of all units."""
        graph = Graph()
        for module, records, _ in units.values():
            for record in records:
                self.read(record, module, graph)
        return graph

    def read(self, record, module, graph):
        reader = self.call("record_reader_create", self.store, record.encode(), ctypes.byref(self.error))
        if not reader:
            raise StoreError(f"the index lacks {record}: make a debug build once more")

        def identify(symbol):
            usr = str(self.call("symbol_get_usr", symbol))
            if usr not in graph.names:
                graph.names[usr] = str(self.call("symbol_get_name", symbol))
            return usr

        def occurrence(_, occurrence):
            roles = self.call("occurrence_get_roles", occurrence)
            usr = identify(self.call("occurrence_get_symbol", occurrence))
            if roles & DEFINITION:
                graph.modules[usr] = module
            elif roles & REFERENCE:
                graph.references.setdefault(module, set()).add(usr)

            def relation(_, relation):
                kind = self.call("symbol_relation_get_roles", relation)
                other = identify(self.call("symbol_relation_get_symbol", relation))
                if roles & DEFINITION and kind & CHILD_OF:
                    graph.parents[usr] = other
                if roles & DEFINITION and kind & (OVERRIDE_OF | ACCESSOR_OF):
                    graph.edges.setdefault(other, {})[usr] = True
                if roles & (REFERENCE | CALL) and kind & (CALLED_BY | CONTAINED_BY):
                    runs = graph.edges.setdefault(other, {})
                    runs[usr] = runs.get(usr, False) or not roles & WRITE or bool(roles & (READ | CALL))
                return True

            self.call("occurrence_relations_apply_f", occurrence, None, Visit(relation))
            return True

        self.call("record_reader_occurrences_apply_f", reader, None, Visit(occurrence))
        self.call("record_reader_dispose", reader)
