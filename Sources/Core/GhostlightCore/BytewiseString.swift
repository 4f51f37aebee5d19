/// A text that equals another where all bytes do, as names and values in JSON (RFC 8259 §8.3) and
/// identifiers in databases.
///
/// Swift's strings are also equal when only their normal forms differ.
package struct BytewiseString: Sendable, Hashable {
  /// The text.
  package let text: String

  /// Makes it comparable.
  package init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  package static func == (left: BytewiseString, right: BytewiseString) -> Bool {
    // Most texts differ, most of those in length.
    left.text.utf8.count == right.text.utf8.count
      && haveSameBytes(left.text.utf8, right.text.utf8)
  }

  // Texts of the same bytes are equal, and so are their hashes: the synthesised one serves.

  private static func haveSameBytes(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        haveSameBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Compares eight bytes at a time; the last eight may overlap those before.
  private static func haveSameBytes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let count = left.count
    guard count >= 8 else {
      for position in 0..<count where left[position] != right[position] { return false }
      return true
    }
    var position = 0
    while position < count - 8 {
      guard haveSameWord(left, right, at: position) else { return false }
      position += 8
    }
    return haveSameWord(left, right, at: count - 8)
  }

  @inline(__always)
  private static func haveSameWord(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, at position: Int
  ) -> Bool {
    left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      == right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
  }
}

extension String {
  /// Whether both have the same bytes, which is what names mean.
  package func isExactly(_ other: String) -> Bool { BytewiseString(self) == BytewiseString(other) }
}

extension Sequence<String> {
  /// Whether one has the same bytes.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }

  /// The texts in the order of their bytes.
  package var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
