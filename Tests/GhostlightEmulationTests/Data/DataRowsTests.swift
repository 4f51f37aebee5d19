import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Rows of a table` {
  /// Returns notes with the keys `n0` to `n(count - 1)`, each with its number.
  private static func notes(_ count: Int, text: String = "") -> DocumentCollection {
    var notes = DocumentCollection()
    for number in 0..<count {
      notes.insert(
        ["number": .integer(Int64(number)), "text": .string(text)], forKey: "n\(number)")
    }
    return notes
  }

  /// Returns the keys of the rows on each page of a table.
  private static func pages(
    _ rows: DataRows, limit: Int, search: String? = nil
  ) -> [[String]] {
    var pages: [[String]] = []
    var place: Int?
    repeat {
      let page = rows.page(after: place, limit: limit, search: search)
      pages.append(page.rows.map(\.key))
      place = page.next
    } while place != nil
    return pages
  }

  @Test func `rows come in pages, in creation order`() {
    let rows = DataRows(Self.notes(5))
    #expect(rows.count == 5)
    #expect(Self.pages(rows, limit: 2) == [["n0", "n1"], ["n2", "n3"], ["n4"]])
    #expect(Self.pages(rows, limit: 5) == [["n0", "n1", "n2", "n3", "n4"]])
    #expect(rows.all.map(\.key) == ["n0", "n1", "n2", "n3", "n4"])
    #expect(rows.row(of: "n3") == ["number": 3, "text": ""])
    #expect(rows.row(of: "n5") == nil)
    #expect(Self.pages(DataRows(DocumentCollection()), limit: 2) == [[]])
  }

  @Test func `a page starts after its position, even if rows were deleted since`() {
    var notes = Self.notes(6)
    let next = DataRows(notes).page(limit: 3).next
    for key in ["n0", "n2", "n3"] { notes.remove(key) }
    #expect(DataRows(notes).page(after: next, limit: 3).rows.map(\.key) == ["n4", "n5"])
    #expect(DataRows(notes).page(after: .max, limit: 3).rows == [])
    #expect(DataRows(notes).page(after: -7, limit: 1).rows.map(\.key) == ["n1"])
  }

  @Test(arguments: [
    (0, ["n1", "n4"]), (1, ["n4", "n5"]), (2, ["n5"]), (3, []), (.max, []), (-1, ["n1", "n4"]),
  ])
  func `a page starts at any offset, even after deletions`(_ offset: Int, _ keys: [String]) {
    var notes = Self.notes(6)
    for key in ["n0", "n2", "n3"] { notes.remove(key) }
    let named = notes.walk().map { DataRow($0.key, [:]) }
    for rows in [DataRows(notes), DataRows(count: named.count) { named }] {
      let page = rows.page(after: rows.position(before: offset), limit: 2)
      #expect(page.rows.map(\.key) == keys)
    }
  }

  @Test(arguments: [
    ("n1", ["n1", "n10", "n11", "n12"]), ("number", (0..<12).map { "n\($0)" }),
    ("SAY \"hi\"", ["n12"]),
    ("ümlaut", ["n12"]), ("nowhere", []), ("", (0..<13).map { "n\($0)" }),
  ])
  func `a search finds keys and values in upper and lower case`(
    _ text: String, _ keys: [String]
  ) {
    var notes = Self.notes(12)
    notes.insert(["text": "Say \"Hi\" ümlaut"], forKey: "n12")
    #expect(Self.pages(DataRows(notes), limit: 100, search: text).flatMap(\.self) == keys)
  }

  @Test func `a search examines a limited number of rows and can continue`() {
    var notes = Self.notes(DataPage.mostScanned + 10)
    notes.insert(["text": "needle"], forKey: "last")
    let rows = DataRows(notes)
    let first = rows.page(limit: 10, search: "needle")
    #expect(first.rows == [])
    #expect(first.scanned == DataPage.mostScanned)
    let second = rows.page(after: first.next, limit: 10, search: "needle")
    #expect(second.rows.map(\.key) == ["last"])
    #expect(second.scanned == 11)
    #expect(second.next == nil)
  }

  @Test func `large rows make small pages, with at least one row`() {
    let large = String(repeating: "x", count: DataPage.mostBytes / 2)
    #expect(
      Self.pages(DataRows(Self.notes(3, text: large)), limit: 10) == [["n0"], ["n1"], ["n2"]])
    let huge = String(repeating: "x", count: DataPage.mostBytes + 1)
    #expect(Self.pages(DataRows(Self.notes(2, text: huge)), limit: 10) == [["n0"], ["n1"]])
  }

  @Test func `the rows of a small table are created when they are read`() {
    let rows = DataRows(count: 3) { ["a", "b", "c"].map { DataRow($0, ["id": .string($0)]) } }
    #expect(Self.pages(rows, limit: 2) == [["a", "b"], ["c"]])
    #expect(rows.row(of: "b") == ["id": "b"])
    #expect(rows.page(after: .max - 1, limit: 2).rows == [])
  }

  @Test func `an edit can be read from the parameters that it is logged with`() throws {
    for operation in [DataEdit.Operation.put(["a": 1]), .remove, .perform("expire")] {
      for key in ["k", nil] {
        let edit = DataEdit(table: "notes", key: key, operation)
        #expect(try DataEdit(parameters: edit.parameters) == edit)
      }
    }
    #expect(throws: ProviderStateError.self) {
      try DataEdit(parameters: ["table": "notes", "row": 1])
    }
    #expect(throws: ProviderStateError.self) {
      try DataEdit(parameters: ["table": "notes", "row": [:], "other": 1])
    }
  }
}
