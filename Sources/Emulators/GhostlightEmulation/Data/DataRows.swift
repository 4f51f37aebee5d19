public import GhostlightCore

/// A row of a table, with its key.
public struct DataRow: Sendable, Hashable {
  /// What no other row of the table has.
  public let key: String
  /// The row.
  public let row: JSONObject

  /// Makes a row.
  public init(_ key: String, _ row: JSONObject) {
    self.key = key
    self.row = row
  }
}

/// The rows of a table, in an order that edits of other rows leave alone.
///
/// They are read page by page, and a page costs the rows it looks at, however many there are.
public struct DataRows: Sendable {
  /// A row with its place in the order, which later rows exceed.
  typealias Placed = (place: Int, row: DataRow)

  /// How many there are.
  public let count: Int
  private let find: @Sendable (String) -> JSONObject?
  /// The rows whose place is greater than a number.
  private let walk: @Sendable (Int) -> AnyIterator<Placed>
  /// The place of the row at an offset, where that is not the offset itself.
  private let placeOfRow: @Sendable (Int) -> Int

  /// Rows that are few, or cheap to make; they are made once somebody asks for them.
  public init(count: Int, _ rows: @escaping @Sendable () -> [DataRow]) {
    self.count = count
    placeOfRow = { $0 }
    find = { key in rows().first { $0.key == key }?.row }
    walk = { place in
      let rows = rows()
      var index = Self.offset(behind: place, of: rows.count)
      return AnyIterator {
        guard index < rows.count else { return nil }
        defer { index += 1 }
        return (index, rows[index])
      }
    }
  }

  /// The documents of a collection, in the order of their creation.
  ///
  /// `key` answers the key of a row, where it is not what the document is filed under, and `find` the
  /// document of such a key; `row` what is shown of a document.
  package init(
    _ documents: DocumentCollection,
    key: (@Sendable (JSONObject) -> String)? = nil,
    find: (@Sendable (String) -> JSONObject?)? = nil,
    showing row: @escaping @Sendable (JSONObject) -> JSONObject = { $0 }
  ) {
    count = documents.count
    placeOfRow = { documents.sequence(at: $0) ?? .max }
    self.find = { name in (find ?? { documents[$0] })(name).map(row) }
    walk = { place in
      var entries = documents.walk(after: place)
      return AnyIterator {
        while let entry = entries.next() {
          guard let document = documents[entry.key] else { continue }
          return (entry.sequence, DataRow(key?(document) ?? entry.key, row(document)))
        }
        return nil
      }
    }
  }

  /// The rows of entries of an index, each made of the entry.
  package init(
    _ index: OrderedIndex, find: @escaping @Sendable (String) -> JSONObject?,
    row: @escaping @Sendable (IndexEntry) -> DataRow
  ) {
    count = index.count
    placeOfRow = { $0 }
    self.find = find
    walk = { place in
      var next = Self.offset(behind: place, of: index.count)
      var entries = index.walk(next..<index.count)
      return AnyIterator {
        guard let entry = entries.next() else { return nil }
        defer { next += 1 }
        return (next, row(entry))
      }
    }
  }

  /// Where rows begin that stand behind a place, which may be any number.
  private static func offset(behind place: Int, of count: Int) -> Int {
    place < count ? max(-1, place) + 1 : count
  }

  /// What a page begins after, which passes over so many rows: the end of a table, however far it may lie
  /// from there, can be shown at once.
  public func place(before offset: Int) -> Int {
    offset <= 0 ? -1 : placeOfRow(min(offset, count) - 1)
  }

  /// All rows, in their order.
  public var all: AnyIterator<DataRow> {
    let entries = walk(-1)
    return AnyIterator { entries.next()?.row }
  }

  /// The row of a key, or `nil`.
  public func row(of key: String) -> JSONObject? { find(key) }
}

/// A part of a table's rows.
public struct DataPage: Sendable, Hashable {
  /// The rows.
  public var rows: [DataRow] = []
  /// Where the rest begins; `nil` at the end.
  public var next: Int?
  /// How many rows were looked at.
  public var scanned = 0

  /// The most rows that are looked at for a page: a search ends there, and goes on with ``next``.
  public static let mostScanned = 20_000
  /// The most bytes of rows that are looked at, unless it is one row alone.
  public static let mostBytes = 8 << 20
}

extension DataRows {
  /// The rows behind a place, up to `limit` of them.
  ///
  /// A search looks for a text in keys and printed rows; letters of ASCII are the same in both
  /// cases. Its pages may hold fewer rows than `limit`, even none, and yet have a ``DataPage/next``.
  public func page(after place: Int? = nil, limit: Int, search: String? = nil) -> DataPage {
    let wanted = search.flatMap { $0.isEmpty ? nil : DataSearch($0) }
    var page = DataPage()
    var bytes = 0
    let entries = walk(place ?? -1)
    var last = place ?? -1
    while let entry = entries.next() {
      let text = JSON.object(entry.row.row).bytes
      let isFull =
        page.rows.count >= limit || page.scanned >= DataPage.mostScanned
        || page.scanned > 0 && bytes + text.count > DataPage.mostBytes
      guard !isFull else {
        page.next = last
        return page
      }
      last = entry.place
      page.scanned += 1
      bytes += text.count
      if wanted?.matches(text, key: entry.row.key) ?? true { page.rows.append(entry.row) }
    }
    return page
  }
}

/// What a search looks for.
private struct DataSearch {
  /// As a row would print it, in small letters.
  private let needle: [UInt8]

  init(_ text: String) {
    needle = JSON.string(text).bytes.dropFirst().dropLast().map(Self.folded)
  }

  func matches(_ text: [UInt8], key: String) -> Bool {
    isFound(in: text) || isFound(in: Array(key.utf8))
  }

  private func isFound(in text: [UInt8]) -> Bool {
    guard text.count >= needle.count else { return false }
    return text.withUnsafeBufferPointer { text in
      let first = needle[0]
      for start in 0...(text.count - needle.count) where Self.folded(text[start]) == first {
        var length = 1
        while length < needle.count, Self.folded(text[start + length]) == needle[length] {
          length += 1
        }
        if length == needle.count { return true }
      }
      return false
    }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
  }
}
