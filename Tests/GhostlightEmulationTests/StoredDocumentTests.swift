import GhostlightCore
import Testing

@testable import GhostlightEmulation

@Suite struct `Cached texts of documents` {
  private static let key = "a"

  @Test func `a write replaces the cached text`() {
    var notes = DocumentCollection()
    notes.insert(["n": 1], forKey: Self.key)
    #expect(texts(notes) == [#"{"n":1}"#, #"{"n":1}"#])
    notes.replace(["n": 2], forKey: Self.key)
    #expect(texts(notes) == [#"{"n":2}"#, #"{"n":2}"#])
    notes.remove(Self.key)
    #expect(texts(notes) == [])
    notes.insert(["n": 3], forKey: Self.key)
    #expect(texts(notes) == [#"{"n":3}"#, #"{"n":3}"#])
  }

  @Test func `a copy and its origin have their own texts`() {
    var origin = DocumentCollection()
    origin.insert(["n": 1], forKey: Self.key)
    let before = origin
    var copy = origin
    #expect(texts(origin) == texts(copy))
    copy.replace(["n": 2], forKey: Self.key)
    origin.replace(["n": 3], forKey: Self.key)
    #expect(texts(copy) == [#"{"n":2}"#, #"{"n":2}"#])
    #expect(texts(origin) == [#"{"n":3}"#, #"{"n":3}"#])
    #expect(texts(before) == [#"{"n":1}"#, #"{"n":1}"#])
  }

  @Test func `a caller can pass the text of a document that it has printed`() {
    var notes = DocumentCollection()
    notes.insert(["n": 1], forKey: Self.key, printed: Array(#"{"n":1}"#.utf8))
    #expect(texts(notes) == [#"{"n":1}"#, #"{"n":1}"#])
    notes.replace(["n": 2], forKey: Self.key, printed: Array(#"{"n":2}"#.utf8))
    #expect(texts(notes) == [#"{"n":2}"#, #"{"n":2}"#])
    notes.replace(["n": 3], forKey: Self.key)
    #expect(texts(notes) == [#"{"n":3}"#, #"{"n":3}"#])
  }

  @Test(arguments: [false, true])
  func `a text costs the same whether it is cached or not`(_ isPrinted: Bool) throws {
    var notes = DocumentCollection()
    let text = Array(#"{"n":1}"#.utf8)
    notes.insert(["n": 1], forKey: Self.key, printed: isPrinted ? text : nil)
    for _ in 0..<3 {
      let budget = WorkBudget(20)
      let first = try paidText(notes, budget)
      let left = budget.left
      let second = try paidText(notes, budget)
      #expect([first, second] == [text, text])
      #expect([left, budget.left] == [11, 2])
      #expect(throws: Fault.workLimit(20)) { try paidText(notes, budget) }
      // Without a limit, units are not counted; this must not be stored as a cost of 0 units.
      #expect(try paidText(notes, .unlimited) == text)
    }
  }

  @Test func `a packed document is the same as any other one`() throws {
    let document: JSONObject = [
      "text": "Nº \"1\" \u{1F47B}\n", "integer": -7, "double": 1.0, "flag": true, "null": nil,
      "list": [1, [2.5, "x"], [:]], "decimal": try JSON.parse("1.10"),
      "large": try JSON.parse("12345678901234567890"),
    ]
    var notes = DocumentCollection(indexes: [IndexDefinition(FieldPath("integer"))])
    var packed = notes
    notes.insert(document, forKey: Self.key)
    packed.insert(document, forKey: Self.key, packs: true)
    #expect(packed[Self.key] == document)
    #expect(packed[Self.key]?.keys == document.keys)
    #expect(texts(packed) == texts(notes))
    #expect(packed.found(Self.key) == notes.found(Self.key))
    for _ in 0..<2 {
      let budget = WorkBudget(20)
      #expect(try paidText(packed, budget) == JSON.object(document).bytes)
      #expect(budget.left == 11)
    }
    packed.rename(Self.key, to: "b")
    #expect(packed["b"] == document)
    packed.replace(["n": 2], forKey: "b")
    #expect(packed["b"] == ["n": 2])
  }

  @Test func `concurrent readers get the same text`() async {
    var notes = DocumentCollection()
    for number in 0..<500 {
      notes.insert(["n": .integer(Int64(number))], forKey: String(number))
    }
    let shared = notes
    let expected = (0..<500).map { Array(#"{"n":\#($0)}"#.utf8) }
    await withTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).compactMap { shared.found(String($0))?.bytes } }
      }
      for await texts in group { #expect(texts == expected) }
    }
  }

  /// Returns the JSON of the document, as found by its key and as found by a query.
  private func texts(_ notes: DocumentCollection) -> [String] {
    let found = notes.found(Self.key).map { [$0] } ?? []
    return (found + notes.find(Query()).documents).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Returns the document's JSON for nine units, which are spent in two parts.
  @discardableResult
  private func paidText(
    _ notes: DocumentCollection, _ budget: WorkBudget
  ) throws(Fault) -> [UInt8]? {
    try notes.bytes(of: Self.key, within: budget) { _, budget throws(Fault) in
      try budget.spend(4)
      try budget.spend(5)
    }
  }
}
