import GhostlightCore
import Synchronization
import Testing

@testable import GhostlightEmulation

@Suite struct `Readers of configurations and snapshots` {
  private static let document: JSON = [
    "text": "x", "empty": "", "number": 5, "flag": true, "list": [["a": 1], 2], "none": .null,
    "object": ["b": ["c": "d"]],
  ]

  private static func configuration() -> ConfigurationReader {
    ConfigurationReader(document, path: "$.x")
  }

  private static func snapshot() -> SnapshotReader { SnapshotReader(document) }

  /// A way to read a value that is not valid, with the reason of the error.
  struct Misreading<Reader>: Sendable {
    let member: String
    let read: @Sendable (Reader) throws -> Void
    let what: String

    init(
      _ member: String = "", _ what: String, _ read: @escaping @Sendable (Reader) throws -> Void
    ) {
      (self.member, self.what, self.read) = (member, what, read)
    }
  }

  private static let ending = "; the snapshot was not written by this emulator"

  @Test func `readers return the values of their kind`() throws {
    let reader = Self.configuration()
    #expect(try reader.required("text").string() == "x")
    #expect(try reader.required("number").integer(5...5) == 5)
    #expect(try reader.required("flag").bool())
    #expect(try reader.required("list").array() == [["a": 1], 2])
    #expect(try reader.required("list").elements().map(\.path) == ["$.x.list[0]", "$.x.list[1]"])
    #expect(try reader.required("object").object() == ["b": ["c": "d"]])
    #expect(try reader["object"]?.members().map(\.key) == ["b"])
    #expect(try reader["object"]?["b"]?.members().map(\.reader.path) == ["$.x.object.b.c"])
    #expect(reader["absent"] == nil)
    #expect(reader["text"]?["a"] == nil)
    let snapshot = Self.snapshot()
    #expect(try snapshot.member("text").string() == "x")
    #expect(try snapshot.member("empty").string() == "")
    #expect(try snapshot.member("number").integer() == 5)
    #expect(snapshot.optional("none") == nil)
    #expect(snapshot.optional("absent") == nil)
    #expect(snapshot.optional("text")?.path == "$.text")
    let list = try snapshot.member("list")
    #expect(try list.object(0, of: list.array()) == ["a": 1])
    #expect(try list.string("a", of: ["a": "z"], at: 0) == "z")
    #expect(list.element(1).value == 2)
  }

  static let misreadConfigurations: [Misreading<ConfigurationReader>] = [
    .init("text", "expected an array, found the string \"x\"") { _ = try $0.array() },
    .init("text", "expected an array, found the string \"x\"") { _ = try $0.elements() },
    .init("text", "expected an object, found the string \"x\"") { _ = try $0.object() },
    .init("text", "expected an object, found the string \"x\"") { _ = try $0.members() },
    .init("text", "expected true or false, found the string \"x\"") { _ = try $0.bool() },
    .init("number", "expected a string that is not empty, found the number 5") {
      _ = try $0.string()
    },
    .init("empty", "expected a string that is not empty, found an empty string") {
      _ = try $0.string()
    },
    .init("number", "expected a whole number from 0 to 4, found the number 5") {
      _ = try $0.integer(0...4)
    },
    .init("number", "expected a whole number of days from 6 to 7, found the number 5") {
      _ = try $0.integer(6...7, of: "days")
    },
    .init("text", "expected a whole number from 6 to 7, found the string \"x\"") {
      _ = try $0.integer(6...7)
    },
    .init("object", "\"c\" is missing") { _ = try $0.required("c") },
  ]

  @Test(arguments: misreadConfigurations)
  func `a configuration that is not valid names the place`(
    _ row: Misreading<ConfigurationReader>
  ) throws {
    let reader = try Self.configuration().required(row.member)
    let error = #expect(throws: ConfigurationError.self) { try row.read(reader) }
    #expect(error == ConfigurationError(path: "$.x.\(row.member)", row.what))
    #expect(error?.description == "$.x.\(row.member): \(row.what)")
  }

  @Test func `an unknown member names those that there are`() throws {
    let reader = try Self.configuration().required("object")
    try reader.allowOnly("a", "b")
    let error = #expect(throws: ConfigurationError.self) { try reader.allowOnly("a", "c") }
    #expect(
      error
        == ConfigurationError(
          path: "$.x.object.b", "unknown member; there are: a, c"))
  }

  @Test func `each document is counted, and an invalid one names its place`() throws {
    let count = Counter()
    let reader = ConfigurationReader([["a": 1], ["b": 2], 3]) { count.add() }
    var keys: [String] = []
    let error = #expect(throws: ConfigurationError.self) {
      try reader.forEachDocument { document, position throws(ConfigurationError) in
        keys += document.keys.map { "\($0)\(position)" }
      }
    }
    #expect(error == ConfigurationError(path: "$[2]", "expected an object, found the number 3"))
    #expect(keys == ["a0", "b1"])
    #expect(count.value == 2)
  }

  static let misreadSnapshots: [Misreading<SnapshotReader>] = [
    .init("", "$.text is not an array") { _ = try $0.member("text").array() },
    .init("", "$.text is not an object") { _ = try $0.member("text").object() },
    .init("", "$.text is neither true nor false") { _ = try $0.member("text").bool() },
    .init("", "$.number is not a string") { _ = try $0.member("number").string() },
    .init("", "$.text is not an integer") { _ = try $0.member("text").integer() },
    .init("", "$ does not have \"absent\"") { _ = try $0.member("absent") },
    .init("", "$.list[1] is not an object") { _ = try $0.member("list").object(1, of: [1, 2]) },
    .init("", "$.list[0] does not have \"b\"") {
      _ = try $0.member("list").string("b", of: [:], at: 0)
    },
    .init("", "$.list[0].a is not a string") {
      _ = try $0.member("list").string("a", of: [:], at: 0)
    },
  ]

  @Test(arguments: misreadSnapshots)
  func `a damaged snapshot names the place`(_ row: Misreading<SnapshotReader>) {
    let error = #expect(throws: SnapshotError.self) { try row.read(Self.snapshot()) }
    #expect(error == SnapshotError(row.what + Self.ending))
  }

  @Test func `the path of a nested snapshot starts at its place`() {
    #expect(SnapshotError("$.a is x").under("$.b[0]") == SnapshotError("$.b[0].a is x"))
    #expect(SnapshotError("other $").under("$.b") == SnapshotError("other $"))
  }

  @Test func `an outbox survives its snapshot whole`() throws {
    var outbox = Outbox()
    for number in 0..<1_002 {
      outbox.post(
        number.isMultiple(of: 2) ? .mail : .push, to: ["a\(number)", "b"],
        ["n": .integer(Int64(number))], at: .numbered(milliseconds: Int64(number)))
    }
    let snapshot = outbox.snapshot
    var restored = try Outbox(SnapshotReader(try JSON.parse(snapshot.text())))
    #expect(restored == outbox)
    restored.post(.webhook, to: [], [:], at: .numbered())
    #expect(restored.messages.last?.number == 1_003)
    #expect(restored.messages.count == 1_000)
    for (member, value, what) in [
      ("count", -1, "$.count is not a valid count"),
      ("count", .integer(1 << 53 + 1), "$.count is not a valid count"),
      ("count", "x", "$.count is not an integer"), ("messages", 7, "$.messages is not an array"),
      ("messages", [["kind": "letter"]], "$.messages[0].kind is not a kind of message"),
      (
        "messages", [["kind": "mail", "to": [7]]], "$.messages[0].to[0] is not a string"
      ),
      (
        "messages", [["kind": "mail", "to": []]], "$.messages[0] does not have \"number\""
      ),
    ] as [(String, JSON, String)] {
      var damaged = Outbox().snapshot.object ?? [:]
      damaged[member] = value
      let error = #expect(throws: SnapshotError.self) {
        try Outbox(SnapshotReader(.object(damaged)))
      }
      #expect(error == SnapshotError(what + Self.ending))
    }
  }
}

/// The number of calls of a closure.
private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add() { count.add(1, ordering: .relaxed) }
}
