public import GhostlightCore

/// A row of a table, with the key that identifies it.
///
/// ``DataRows`` creates it when it reads a page. The key is unique in its table and does not change
/// when the row is edited. Use it in a ``DataEdit``.
public struct DataRow: Sendable, Hashable {
  /// The key that identifies the row in its table.
  public let key: String
  /// The row's content as a JSON object.
  public let row: JSONObject

  /// Creates a row from its key and its content.
  public init(_ key: String, _ row: JSONObject) {
    self.key = key
    self.row = row
  }
}

/// The rows of a table, in a stable order: an edit of one row does not move another.
///
/// The rows belong to a copy of the backend, so later changes do not affect them. Read them page by
/// page: the time for a page depends only on the rows that it examines, not on the size of the
/// table.
///
/// ```swift
/// import Ghostlight
///
/// let stage = Stage()
/// if let rows = try stage.namespace().dataRows(of: "objects:todo", in: "stackmob") {
///   let page = rows.page(limit: 50)
///   print(rows.count, page.rows.map(\.key), page.next ?? -1)
/// }
/// ```
public struct DataRows: Sendable {
  /// A row with its position in the order; positions increase but need not be consecutive.
  typealias Placed = (place: Int, row: DataRow)

  /// The number of rows in the table.
  public let count: Int
  private let find: @Sendable (String) -> JSONObject?
  /// A function that returns an iterator over the rows after the position that is its argument.
  private let walk: @Sendable (Int) -> AnyIterator<Placed>
  /// A function that returns the position of the row whose offset from the first row is its
  /// argument.
  private let placeOfRow: @Sendable (Int) -> Int

  /// Creates the rows of a small table.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - rows: Returns all rows; called each time that some of them are read.
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

  /// Creates the rows of the documents in a collection, in creation order.
  ///
  /// - Parameters:
  ///   - documents: The collection.
  ///   - key: Returns the row key of a document; `nil` to use the document's key in the collection.
  ///   - find: Returns the document with a row key; `nil` if row keys are the collection's keys.
  ///   - row: Returns the row to show for a document.
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

  /// Creates one row for each entry of an index, in the order of the index.
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

  /// Returns the offset of the first row after the position `place`, which can be any integer.
  private static func offset(behind place: Int, of count: Int) -> Int {
    place < count ? max(-1, place) + 1 : count
  }

  /// Returns the position to pass to ``page(after:limit:search:)`` to skip the first `offset` rows.
  ///
  /// Use it to show any page, such as the last one, without reading the pages before it.
  public func position(before offset: Int) -> Int {
    offset <= 0 ? -1 : placeOfRow(min(offset, count) - 1)
  }

  /// An iterator over all rows of the table, in order.
  public var all: AnyIterator<DataRow> {
    let entries = walk(-1)
    return AnyIterator { entries.next()?.row }
  }

  /// Returns the row with a key, or `nil` if there is none.
  public func row(of key: String) -> JSONObject? { find(key) }
}

/// A page of a table's rows.
///
/// ``DataRows/page(after:limit:search:)`` returns it. Pass ``next`` to the same method to read the
/// next page. A search may return fewer rows than the limit and still have more pages.
public struct DataPage: Sendable, Hashable {
  /// The rows of this page, in order.
  public var rows: [DataRow] = []
  /// The position to pass for the next page, or `nil` if this is the last page.
  public var next: Int?
  /// The number of rows that were examined to find the rows of this page.
  public var scanned = 0

  /// The maximum number of rows to examine for one page; to continue a search, pass ``next``.
  public static let mostScanned = 20_000
  /// The maximum number of bytes of rows to examine for one page; a single larger row is still
  /// examined.
  public static let mostBytes = 8 << 20
}

extension DataRows {
  /// Returns up to `limit` rows after a position.
  ///
  /// A search finds rows whose key or compact JSON contains a string; ASCII letters match in either
  /// case. Its pages may have fewer rows than `limit`, or none, and still have a ``DataPage/next``.
  ///
  /// - Parameters:
  ///   - place: The position after which to start, such as ``DataPage/next``; `nil` starts at the
  ///     first row.
  ///   - limit: The maximum number of rows.
  ///   - search: The string to find; `nil` or an empty string returns all rows.
  /// - Returns: The page, with the position for the next one.
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

private struct DataSearch {
  /// The UTF-8 bytes of the search string, in lower case and with the escapes of a JSON string.
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
