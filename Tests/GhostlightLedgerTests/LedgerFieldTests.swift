import GhostlightCore
import Testing

@testable import GhostlightLedger

@Suite struct `Fields of unanswered writes` {
  private static func write(
    _ operation: UnansweredWrite.Operation = .update, _ identifier: String? = "a",
    _ fields: JSONObject = ["t": 1], _ state: String? = "s", base: Int64? = 5, order: Int64 = 3
  ) -> UnansweredWrite {
    UnansweredWrite(
      operation, identifier: identifier, fields: fields, state: state, base: base, order: order)
  }

  /// Returns the fields of a write by name, as text.
  private static func fields(_ write: UnansweredWrite) -> [String: String] {
    Mirror(reflecting: write).children.reduce(into: [:]) { fields, child in
      fields[child.label ?? ""] = String(describing: child.value)
    }
  }

  @Test(arguments: UnansweredWrite.Operation.allCases)
  func `each field of a write is in the stored text`(
    _ operation: UnansweredWrite.Operation
  ) throws {
    var full = Self.write(operation)
    (full.isTaken, full.isRepeated, full.sequence) = (true, true, 9)
    let bare = UnansweredWrite(.create, identifier: nil, base: nil, order: 0)
    let empty = Self.fields(bare)
    // A new field must be filled above.
    for (name, value) in Self.fields(full) where name != "operation" {
      #expect(empty[name] != value, "\(name)")
    }
    var ledger = WriteLedger()
    ledger.writes = [full, bare]
    let text = try #require(ledger.text)
    #expect(try WriteLedger(text: text).writes == [full, bare])
    #expect(
      text == """
        [{"operation":"\(operation.rawValue)","order":3,"sequence":9,"identifier":"a","state":"s",\
        "base":5,"fields":{"t":1},"taken":true,"repeated":true},\
        {"operation":"create","order":0,"sequence":0}]
        """)
    #expect(full.setsFields == (operation == .create || operation == .update))
  }

  @Test(arguments: ["operation", "order", "sequence"])
  func `a stored write needs its operation, order and sequence`(_ key: String) {
    var json: JSONObject = ["operation": "update", "order": 1, "sequence": 1]
    json[key] = nil
    let text = JSON.array([.object(json)]).text()
    let error = #expect(throws: WriteLedgerError.self) { try WriteLedger(text: text) }
    #expect(
      error?.description
        == "invalid stored write \(JSON.object(json).description): use the version of the app that "
        + "stored it")
  }

  @Test func `a write is repeated only if all of its fields are the same, except the base`() {
    let rows: [(UnansweredWrite, Bool)] = [
      (Self.write(), true), (Self.write(base: 9), true), (Self.write(.move), false),
      (Self.write(.update, "b"), false), (Self.write(.update, "a", ["t": 2]), false),
      (Self.write(.update, "a", ["t": 1], "other"), false), (Self.write(order: 4), false),
    ]
    for (other, isRepeated) in rows {
      #expect(Self.write().isRepeated(by: other) == isRepeated)
      var ledger = WriteLedger()
      #expect(ledger.append(Self.write()) == 1 && ledger.append(other) == (isRepeated ? 1 : 2))
      #expect(ledger.writes.map(\.sequence) == (isRepeated ? [1] : [1, 2]))
      #expect(ledger.writes.map(\.base) == (isRepeated ? [5] : [5, other.base]))
    }
    var taken = Self.write()
    taken.isTaken = true
    #expect(!taken.isRepeated(by: Self.write()))
  }

  @Test func `a write is confirmed alone, and keeps its identifier unless it gets one`() {
    var ledger = WriteLedger()
    ledger.append(Self.write(.create, nil))
    ledger.append(Self.write(.update, "a"))
    ledger.confirm(9, identifier: "x")
    #expect(ledger.writes.map(\.isTaken) == [false, false])
    ledger.confirm(1, identifier: "x")
    #expect(ledger.writes.map(\.isTaken) == [true, false])
    ledger.confirm(2)
    #expect(ledger.writes.map(\.identifier) == ["x", "a"] && ledger.writes.allSatisfy(\.isTaken))
    #expect(ledger.creations.map(\.sequence) == [1] && !ledger.isEmpty)
    ledger.append(Self.write(.create, nil, ["t": 3]))
    #expect(ledger.creations.map(\.sequence) == [1, 3])
    ledger.removeAllExceptOpenCreations()
    #expect(ledger.writes.map(\.sequence) == [3])
    ledger.removeAll()
    #expect(ledger.isEmpty && ledger.text == nil)
  }

  @Test(
    arguments: [
      (nil, .open), (0, .open), (199, .open), (200, .taken), (299, .taken), (300, .refused),
      (499, .refused), (500, .open),
    ] as [(Int?, WriteOutcome)])
  func `an outcome has the limits of the classes of statuses`(
    _ status: Int?, _ outcome: WriteOutcome
  ) {
    #expect(WriteOutcome(status: status) == outcome)
  }

  /// Columns: the order of the edit, the last write with an effect, and whether it has arrived.
  @Test func `a move or a deletion has arrived without a comparison of fields`() {
    var ledger = WriteLedger()
    ledger.append(Self.write(.move, "a", [:], "x", order: 1))
    ledger.append(Self.write(.update, "a", ["t": 1], nil, order: 2))
    ledger.append(Self.write(.delete, "a", [:], nil, order: 3))
    let rows: [(Int64, Int64, Bool, Bool)] = [
      (1, 1, false, true), (1, 0, true, false), (2, 2, true, true), (2, 2, false, false),
      (2, 1, true, false), (3, 3, false, true), (3, 2, true, false), (9, 9, true, false),
    ]
    for (order, sequence, matches, expected) in rows {
      #expect(ledger.hasArrived(order, by: sequence) { _ in matches } == expected)
    }
  }

  @Test func `a creation without a state leaves the state open`() {
    func standing(_ operation: UnansweredWrite.Operation, _ state: String?) -> WriteLedger.Standing
    {
      var ledger = WriteLedger()
      ledger.append(Self.write(operation, nil, ["t": 1], state, base: nil))
      return ledger.standing(
        of: WriteLedger.Version(number: 7, state: "live"), since: WriteLedger.Version(number: nil)
      ) { $0?["t"] == 1 }
    }
    #expect(standing(.create, nil) == .own(1) && standing(.create, "live") == .own(1))
    #expect(standing(.create, "draft") == .foreign && standing(.update, nil) == .foreign)
    var ledger = WriteLedger()
    ledger.append(Self.write(.create, nil, ["t": 1], nil, base: nil))
    let unnumbered = ledger.standing(
      of: WriteLedger.Version(number: nil), since: WriteLedger.Version(number: nil)
    ) { $0?["t"] == 1 }
    #expect(unnumbered == .own(1))
  }

  @Test func `only a value that is not null may have been set`() {
    var ledger = WriteLedger()
    ledger.append(Self.write(.update, "a", ["t": .null, "u": false]))
    #expect(!ledger.mayHaveSet("t") && ledger.mayHaveSet("u") && !ledger.mayHaveSet("v"))
  }
}
