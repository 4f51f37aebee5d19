/// Builds ZIP archives whose directories may contain false claims.
package enum TestArchive {
  /// 100,000 zero bytes, deflated, in Base64.
  package static let zeros =
    "7cExAQAAAMKg9U9tDQ+gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgFcD"

  package struct Entry: Sendable {
    package let name: String
    package let packed: [UInt8]
    package let method: Int
    package let byteCount: Int
    package var flags = 0
    /// The checksum that the directory states; `nil` for that of the packed bytes.
    package var checksum: Int?
    /// The number of bytes of each extra field, and of the file's comment.
    package var extraBytes = 0

    package init(_ name: String, _ bytes: [UInt8]) {
      (self.name, packed, method, byteCount) = (name, bytes, 0, bytes.count)
    }

    package init(_ name: String, _ packed: [UInt8], deflatedFrom byteCount: Int) {
      self.init(name, packed, method: 8, byteCount: byteCount)
    }

    package init(_ name: String, _ packed: [UInt8], method: Int, byteCount: Int) {
      (self.name, self.packed, self.method, self.byteCount) = (name, packed, method, byteCount)
    }
  }

  /// Returns an archive with a comment of zeros at its end.
  package static func bytes(of entries: [Entry], commentBytes: Int = 0) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let sizes =
        number(entry.checksum ?? crc32(entry.packed), 4) + number(entry.packed.count, 4)
        + number(entry.byteCount, 4)
        + number(entry.name.utf8.count, 2)
      let common =
        number(20, 2) + number(entry.flags, 2) + number(entry.method, 2)
        + number(0, 4) + sizes
      let extra = [UInt8](repeating: 0xFF, count: entry.extraBytes)
      directory += number(0x0201_4B50, 4) + number(20, 2) + common
      directory += number(extra.count, 2) + number(extra.count, 2) + number(0, 4) + number(0, 4)
      directory += number(archive.count, 4) + Array(entry.name.utf8) + extra + extra
      archive += number(0x0403_4B50, 4) + common + number(extra.count, 2)
      archive += Array(entry.name.utf8) + extra + entry.packed
    }
    return archive + directory
      + end(of: entries.count, directory.count, at: archive.count, commentBytes: commentBytes)
  }

  /// Returns the record at the end of an archive, for a number of files and the size and place of
  /// the directory.
  package static func end(
    of count: Int, _ size: Int, at place: Int, commentBytes: Int = 0
  ) -> [UInt8] {
    number(0x0605_4B50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
      + number(size, 4) + number(place, 4) + number(commentBytes, 2)
      + [UInt8](repeating: 0, count: commentBytes)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func crc32(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
