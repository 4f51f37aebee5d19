import GhostlightEmulation

/// What a client asks of a page (A10).
struct PageRequest: Sendable, Hashable {
  /// The most results.
  let count: Int
  /// The cursor that the page starts behind.
  var after: String?

  /// The size of a page: the default where nothing is said.
  ///
  /// - Throws: That the text is no number from 0 to the greatest count.
  static func count(_ text: String?, _ pagination: Pagination) throws(Fault) -> Int {
    guard let text else { return pagination.defaultCount }
    guard let number = number(text), number <= pagination.maxCount else {
      throw .incorrectCount.filled(["maximum": String(pagination.maxCount)])
    }
    return number
  }

  /// The position of the first entry in a list.
  ///
  /// - Throws: That the cursor is an object that the list does not hold.
  func offset(in list: EdgeList?, _ mode: Pagination.Mode) throws(Fault) -> Int {
    guard let after else { return 0 }
    switch mode {
    case .index:
      return Self.number(after).map { $0 == .max ? $0 : $0 + 1 } ?? 0
    case .object:
      guard let offset = list?.offset(of: after) else { throw .incorrectAfter }
      return offset + 1
    }
  }

  /// The cursor of an entry.
  static func cursor(_ offset: Int, _ id: String, _ mode: Pagination.Mode) -> String {
    mode == .index ? String(offset) : id
  }

  /// The number that decimal digits stand for; one beyond all positions where it is greater.
  static func number(_ text: String) -> Int? {
    guard !text.isEmpty,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text) ?? .max
  }
}
