import GhostlightCore
import GhostlightLedger
import Testing

/// A ledger, the object at the service, and the expected standing of that object.
struct StandingRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let writes: [UnansweredWrite]
  /// The sequence numbers of writes that the service is known to have executed.
  var taken: [Int64] = []
  /// The object at the service with its version, state and text; `nil` if there is none.
  let object: (number: Int64, state: String, text: String)?
  let standing: WriteLedger.Standing

  init(
    _ description: String, _ writes: [UnansweredWrite],
    _ object: (number: Int64, state: String, text: String)?, _ standing: WriteLedger.Standing,
    taken: [Int64] = []
  ) {
    testDescription = description
    self.writes = writes
    self.object = object
    self.standing = standing
    self.taken = taken
  }

  private static func update(_ text: String, order: Int64 = 1) -> UnansweredWrite {
    UnansweredWrite(
      .update, identifier: "a", fields: ["text": .string(text)], base: 5, order: order)
  }

  private static func move(_ state: String) -> UnansweredWrite {
    UnansweredWrite(.move, identifier: "a", state: state, base: 5, order: 1)
  }

  /// All rows; the client last knew version 5, in the state `live` with the text `one`.
  static let all = [
    StandingRow("no object", [update("two")], nil, .missing),
    StandingRow("the known version", [update("two")], (5, "live", "one"), .base),
    StandingRow("an update that arrived", [update("two")], (6, "live", "two"), .own(1)),
    StandingRow(
      "the first of two updates", [update("two"), update("three")], (6, "live", "two"), .own(1)),
    StandingRow(
      "the second of two updates", [update("two"), update("three")], (6, "live", "three"), .own(2)),
    StandingRow("another client's text", [update("two")], (6, "live", "theirs"), .foreign),
    StandingRow(
      "an update that arrived, in a state that somebody else set", [update("two")],
      (6, "draft", "two"), .foreign),
    StandingRow("a change of state that arrived", [move("draft")], (6, "draft", "one"), .own(1)),
    StandingRow(
      "an update and a change of state", [update("two"), move("draft")], (7, "draft", "two"),
      .own(2)),
    StandingRow(
      "a change of state, in an object that somebody else changed", [move("draft")],
      (7, "draft", "theirs"), .foreign),
    StandingRow(
      "a change after an update that the service is known to have done", [update("two")],
      (7, "live", "theirs"), .ownChangedSince, taken: [1]),
    StandingRow("no write at all", [], (6, "live", "one"), .foreign),
    StandingRow(
      "an older version than known, after the service's clock was set back", [update("two")],
      (3, "live", "two"), .own(1)),
  ]

  var ledger: WriteLedger {
    var ledger = WriteLedger()
    for write in writes { ledger.append(write) }
    for sequence in taken { ledger.confirm(sequence) }
    return ledger
  }
}

@Suite struct `A ledger of unanswered writes` {
  private static func update(_ text: JSON, order: Int64 = 1) -> UnansweredWrite {
    UnansweredWrite(.update, identifier: "a", fields: ["text": text], base: 5, order: order)
  }

  @Test(arguments: StandingRow.all)
  func `the service's object is compared with the sent writes`(_ row: StandingRow) {
    let standing = row.ledger.standing(
      of: row.object.map { WriteLedger.Version(number: $0.number, state: $0.state) },
      since: WriteLedger.Version(number: 5, state: "live")
    ) { fields in row.object?.text == (fields.map { $0["text"]?.string } ?? "one") }
    #expect(standing == row.standing)
  }

  @Test(arguments: [
    (WriteOutcome.taken, [3] as [Int64]), (.refused, [1, 3]), (.open, [1, 2, 3]),
  ])
  func `a response removes only the writes that it settles`(
    _ outcome: WriteOutcome, _ left: [Int64]
  ) {
    var ledger = WriteLedger()
    for text in ["two", "three", "four"] as [JSON] { ledger.append(Self.update(text)) }
    ledger.resolve(2, outcome)
    #expect(ledger.writes.map(\.sequence) == left)
  }

  @Test(
    arguments: [
      (nil, .open), (200, .taken), (204, .taken), (304, .refused), (400, .refused),
      (401, .refused), (404, .refused), (409, .refused), (500, .open), (502, .open), (503, .open),
      (504, .open),
    ] as [(Int?, WriteOutcome)])
  func `a client error is a refusal, and a server error leaves a write open`(
    _ status: Int?, _ outcome: WriteOutcome
  ) {
    #expect(WriteOutcome(status: status) == outcome)
  }

  @Test func `a ledger is the same after it was stored as text`() throws {
    var ledger = WriteLedger()
    ledger.append(
      UnansweredWrite(
        .create, identifier: nil, fields: ["n": 1.5], state: "live", base: nil, order: 1))
    ledger.append(Self.update(nil, order: 2))
    ledger.append(UnansweredWrite(.move, identifier: "a", state: "draft", base: 7, order: 3))
    ledger.append(UnansweredWrite(.delete, identifier: "a", base: 7, order: 4))
    ledger.confirm(1, identifier: "a")
    #expect(try WriteLedger(text: ledger.text) == ledger)
    #expect(WriteLedger().text == nil)
    #expect(try WriteLedger(text: nil).isEmpty)
  }

  @Test(arguments: ["{", "{}", "[1]", #"[{"operation":"rename","order":1,"sequence":1}]"#])
  func `a ledger with an unknown write cannot be read`(_ text: String) {
    #expect(throws: WriteLedgerError.self) { try WriteLedger(text: text) }
  }

  @Test func `fields that a pending write may have set are known`() {
    var ledger = WriteLedger()
    ledger.append(Self.update("two"))
    ledger.append(Self.update(nil))
    #expect(ledger.mayHaveSet("text"))
    #expect(!ledger.mayHaveSet("title"))
  }

  @Test(
    arguments: [
      // Columns: the edit, the last write with an effect, the text at the service, and whether it
      // arrived.
      (1, 1, "two", true), (1, 1, "three", false), (2, 1, "two", false), (2, 3, "four", true),
      // A later version of the same edit was sent, but the service does not have it.
      (2, 2, "three", false), (3, 3, "four", false),
    ] as [(Int64, Int64, JSON, Bool)])
  func `a sent edit is found at the service`(
    _ order: Int64, _ sequence: Int64, _ text: JSON, _ hasArrived: Bool
  ) {
    var ledger = WriteLedger()
    ledger.append(Self.update("two", order: 1))
    ledger.append(Self.update("three", order: 2))
    ledger.append(Self.update("four", order: 2))
    #expect(ledger.hasArrived(order, by: sequence) { $0?["text"] == text } == hasArrived)
  }

  @Test(arguments: [(5, 7, 5), (7, 5, 5), (nil, 5, nil)] as [(Int64?, Int64?, Int64?)])
  func `a creation that is sent again keeps the lower base`(
    _ first: Int64?, _ second: Int64?, _ base: Int64?
  ) {
    var ledger = WriteLedger()
    for base in [first, second] {
      ledger.append(UnansweredWrite(.create, identifier: nil, base: base, order: 1))
    }
    #expect(ledger.writes.map(\.base) == [base])
  }

  @Test func `a repeated write is a single write, and a refusal does not remove it`() throws {
    var ledger = WriteLedger()
    let numbers = (1...3).map { _ in ledger.append(Self.update("two")) }
    #expect(numbers == [1, 1, 1])
    ledger.resolve(1, .refused)
    #expect(try WriteLedger(text: ledger.text) == ledger)
    #expect(ledger.writes.map(\.isRepeated) == [true])
    #expect(ledger.append(Self.update("two", order: 2)) == 2)
    ledger.resolve(2, .taken)
    #expect(ledger.isEmpty)
  }
}
