#!/usr/bin/env python3
"""Tests `calls.py` with generated SDKs and scenes."""

import pathlib
import subprocess
import tempfile
import unittest

from calls import judge, table
from index_store import StoreError
from reading import Layout, Reading
from symbol_graphs import all_calls

CARRIER = """
public struct Transport {
  public var send: (String) -> Void
  public init(send: @escaping (String) -> Void) { self.send = send }
  public func exchange(_ text: String) { send(text) }
}
"""
FRAME = """
open class Store {
  public init() {}
  open func fetch() {}
}
public func load(_ store: Store) { store.fetch() }
"""
SHOP = """
public import Carrier
public import Frame
public final class Shop {
  let transport: Transport
  let probe: () -> Void
  public init(_ transport: Transport) {
    self.transport = transport
    probe = {}
  }
  public func list() { send("list") }
  public func count() { send("count") }
  public func count() async { send("count") }
  public var title: String { send("title"); return "" }
  public func check() { probe() }
  public func name() -> String { "shop" }
  func send(_ text: String) { transport.exchange(text) }
}
public class ShopStore: Store {
  public var shop: Shop?
  override public func fetch() { shop?.list() }
}
"""
BANK = """
public import Carrier
public import Frame
public struct Bank {
  public init() {}
  public func balance(_ store: Store) { load(store) }
  public func pay(_ transport: Transport) { transport.exchange("pay") }
}
"""
SCENES = """
import Bank
import Carrier
import Frame
import Shop
struct Variant {
  static let all = [listing, counting, paying, storing]
  let play: (Transport) async -> Void
  static let listing = Variant { transport in
    let shop = Shop(transport)
    shop.list()
    _ = shop.title
  }
  static let counting = Variant { transport in
    await Shop(transport).count()
    wait { Shop(transport).count() }
  }
  static let paying = Variant { pay(Bank(), $0) }
  static let storing = Variant { _ in load(ShopStore()) }
}
func wait(_ body: () -> Void) { body() }
func pay(_ bank: Bank, _ transport: Transport) { bank.pay(transport) }
"""
TABLE = """\
module            public calls          send         occur         named
Bank                         3             1             1             0
Shop                         9             5             5             0
all                         12             6             6             0"""


class CallsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name).resolve()
        for module, source in [("Carrier", CARRIER), ("Frame", FRAME), ("Shop", SHOP), ("Bank", BANK)]:
            cls.build("Sources", module, source)

    @classmethod
    def build(cls, folder, module, source):
        file = cls.root / folder / module / f"{module}.swift"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
        subprocess.run(
            ["swiftc", "-c", "-parse-as-library", "-module-name", module]
            + ["-enable-upcoming-feature", "InternalImportsByDefault", "-I", str(cls.root)]
            + ["-emit-module", "-emit-module-path", str(cls.root / f"{module}.swiftmodule")]
            + ["-index-store-path", str(cls.root / "store"), "-index-ignore-system-modules"]
            + ["-o", str(cls.root / f"{module}.o"), str(file)], check=True)

    def reading(self, scenes=SCENES, kept=()):
        self.build("Scenes", "Scenes", scenes)
        return self.index(kept)

    def index(self, kept=()):
        layout = Layout(
            self.root, clients=("Sources",), scenes=("Scenes",),
            transport=(("Carrier", "Transport.send"),), variants=("Scenes", "Variant.all"))
        return Reading(self.root / "store", layout, kept)

    def judge(self, reading, named=()):
        return judge(reading, all_calls(reading.sdks(), ["-I", str(self.root)]), named)

    def problems(self, scenes=SCENES, named=(), kept=()):
        return self.judge(self.reading(scenes, kept), named)[1]

    def test_calls_that_occur_are_counted(self):
        rows, problems = self.judge(self.reading())
        self.assertEqual(table(rows), TABLE)
        self.assertEqual(problems, [])

    def test_a_call_that_no_scene_makes_is_reported(self):
        self.assertEqual(
            self.problems(SCENES.replace("_ = shop.title", "_ = shop.name()")),
            ["Shop: no scene calls Shop.title"])

    def test_a_scene_that_no_variant_plays_does_not_count(self):
        self.assertEqual(
            self.problems(SCENES.replace("[listing, counting, paying,", "[listing, counting,")),
            ["Bank: no scene calls Bank.pay(_:)"])

    def test_overloads_are_told_apart(self):
        self.assertEqual(
            self.problems(SCENES.replace("wait { Shop(transport).count() }", "")),
            ["Shop: no scene calls Shop.count(): func count()"])

    def test_an_override_occurs_where_a_framework_calls_it(self):
        self.assertEqual(
            self.problems(SCENES.replace("load(ShopStore())", "_ = ShopStore()")),
            ["Shop: no scene calls ShopStore.fetch()"])

    def test_a_function_that_is_kept_sends_when_it_is_read(self):
        self.assertEqual(
            self.problems(kept=[{"module": "Shop", "property": "Shop.probe"}]),
            ["Shop: no scene calls Shop.check()"])

    def test_names_need_a_reason_and_a_need(self):
        named = [
            {"module": "Shop", "reason": "It is read twice.", "calls": ["Shop.title", "Shop.title"]},
            {"module": "Shop", "reason": " ", "calls": ["Shop.list()", "Shop.name()"]},
            {"module": "Market", "reason": "It is new.", "calls": ["Market.open()"]},
        ]
        self.assertEqual(
            self.problems(SCENES.replace("_ = shop.title", ""), named), [
                "Shop: Shop.title is named twice",
                "Shop: Shop.list(), Shop.name() is named without a reason",
                "Shop: Shop.list() occurs by now: delete its name",
                "Shop: Shop.name() is named, and is no public call that sends",
                "Market has names, and is no SDK",
            ])

    def test_a_named_call_is_no_problem(self):
        reading = self.reading(SCENES.replace("_ = shop.title", ""))
        rows, problems = self.judge(
            reading, [{"module": "Shop", "reason": "It is seen in a browser.", "calls": ["Shop.title"]}])
        self.assertEqual(problems, [])
        self.assertEqual([(row.occurring, row.named) for row in rows if row.module == "Shop"], [
            ({"Shop.list()", "Shop.count(): func count()", "Shop.count(): func count() async",
              "ShopStore.fetch()"}, {"Shop.title"})])

    def test_an_index_of_other_sources_says_nothing(self):
        self.reading()
        source = self.root / "Scenes/Scenes/Scenes.swift"
        added = source.with_name("More.swift")
        added.write_text("")
        with self.assertRaisesRegex(StoreError, "More.swift is not in the index; first swift build"):
            self.index()
        added.unlink()
        source.touch()
        with self.assertRaisesRegex(StoreError, "Scenes.swift is newer than the index; first swift build"):
            self.index()

    def test_what_is_judged_by_has_to_be_there(self):
        with self.assertRaisesRegex(StoreError, "Scenes has no Variant.all in the index"):
            self.reading(SCENES.replace("all =", "some ="))


if __name__ == "__main__":
    unittest.main()
