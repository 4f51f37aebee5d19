/// Checksums of archives and compressed data, which detect damage but not forgery.
package enum Checksum {
  /// Returns the CRC-32 checksum of all bytes at once.
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = CRC32()
    checksum.add(bytes)
    return checksum.value
  }

  /// Returns the Adler-32 checksum, which zlib uses.
  ///
  /// - Source: RFC 1950, section 9.
  package static func adler32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var (first, second): (UInt32, UInt32) = (1, 0)
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        // 5552 is the largest number of bytes after which both sums still fit in 32 bits.
        let end = min(bytes.count, start + 5552)
        for index in start..<end {
          first &+= UInt32(bytes[index])
          second &+= first
        }
        first %= 65521
        second %= 65521
        start = end
      }
    }
    return second << 16 | first
  }
}
