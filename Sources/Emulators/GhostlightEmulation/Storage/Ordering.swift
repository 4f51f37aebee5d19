/// How one value stands to another.
package enum Ordering: Sendable {
  /// The first comes before the second.
  case before
  /// Neither comes before the other.
  case equal
  /// The first comes after the second.
  case after

  /// The same seen from the other value.
  package var reversed: Ordering {
    switch self {
    case .before: .after
    case .equal: .equal
    case .after: .before
    }
  }

  /// Compares two integers.
  package init(_ left: Int, _ right: Int) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  /// Compares two integers of 64 bits.
  package init(_ left: Int64, _ right: Int64) {
    self = left == right ? .equal : (left < right ? .before : .after)
  }

  /// Compares two strings by their UTF-8 bytes, which is the order of their code points.
  ///
  /// Unlike Swift's `==`, composed and decomposed spellings of a character differ.
  package init(_ left: String, _ right: String) {
    let quick: Ordering?? = left.utf8.withContiguousStorageIfAvailable { leftBytes in
      right.utf8.withContiguousStorageIfAvailable { rightBytes in
        Ordering(UnsafeRawBufferPointer(leftBytes), UnsafeRawBufferPointer(rightBytes))
      }
    }
    if case .some(.some(let found)) = quick {
      self = found
    } else if left.utf8.elementsEqual(right.utf8) {
      self = .equal
    } else {
      self = left.utf8.lexicographicallyPrecedes(right.utf8) ? .before : .after
    }
  }

  private init(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) {
    let shared = min(left.count, right.count)
    var position = 0
    while position + 8 <= shared {
      let leftWord = left.loadUnaligned(fromByteOffset: position, as: UInt64.self).bigEndian
      let rightWord = right.loadUnaligned(fromByteOffset: position, as: UInt64.self).bigEndian
      guard leftWord == rightWord else {
        self = leftWord < rightWord ? .before : .after
        return
      }
      position += 8
    }
    while position < shared {
      guard left[position] == right[position] else {
        self = left[position] < right[position] ? .before : .after
        return
      }
      position += 1
    }
    self.init(left.count, right.count)
  }
}
