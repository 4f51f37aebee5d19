/// A member's name, compared byte by byte (RFC 8259 §8.3).
///
/// Swift's strings are also equal when only their normal forms differ, and an object may hold both.
struct JSONName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: JSONName, right: JSONName) -> Bool {
    // Most names differ, most of those in length, and Swift's comparison is fast at the others.
    left.text.utf8.count == right.text.utf8.count && left.text == right.text
      && haveSameBytes(left.text.utf8, right.text.utf8)
  }

  // Texts of the same bytes are equal, and so are their hashes: the synthesised one serves.

  private static func haveSameBytes(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }
}
