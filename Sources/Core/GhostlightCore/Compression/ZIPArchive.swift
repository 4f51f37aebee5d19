/// A ZIP archive in memory.
///
/// Stored and deflated files are supported; encryption, multi-part archives and ZIP64 are not. All
/// files together may have 30 times the archive's size, but at least 16 MiB and at most 1 GiB. The
/// limit exists because a few bytes can expand to gigabytes, and documents rarely compress better.
///
/// - Source: PKWARE's APPNOTE.TXT, sections 4.3 and 4.4.
package struct ZIPArchive: Sendable {
  /// A file in the archive.
  package struct Entry: Sendable {
    package let name: String
    /// The size of the uncompressed file, which the archive names and reading enforces.
    package let byteCount: Int
    fileprivate let archive: [UInt8]
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    fileprivate let packedBytes: Int
    fileprivate let offset: Int

    /// Calls `body` with the file's uncompressed bytes, piece by piece.
    ///
    /// - Throws: ``ZIPError`` if the file is damaged, or if its compression method is unknown. `body`
    ///   has been called with the pieces before the damage.
    package func forEachPiece(_ body: (ArraySlice<UInt8>) -> Void) throws(ZIPError) {
      let header = ZIPReader(archive)
      guard header.number(at: offset, 4) == 0x0403_4B50,
        let name = header.number(at: offset + 26, 2),
        let extra = header.number(at: offset + 28, 2)
      else { throw .damaged(self.name) }
      let start = offset + 30 + name + extra
      guard start <= archive.count, packedBytes <= archive.count - start else {
        throw .damaged(self.name)
      }
      let packed = archive[start..<(start + packedBytes)]
      var sum = CRC32()
      var count = 0
      func pass(_ piece: ArraySlice<UInt8>) {
        sum.add(piece)
        count += piece.count
        body(piece)
      }
      switch method {
      case 0: pass(packed)
      case 8:
        do throws(InflateError) {
          try Inflater.inflate(packed, limit: byteCount) { pass($0) }
        } catch {
          throw .damaged(self.name)
        }
      default: throw .unknownMethod(self.name, method)
      }
      guard count == byteCount, sum.value == checksum else { throw .damaged(self.name) }
    }
  }

  /// The files, in the order of the archive's central directory.
  package let entries: [Entry]

  /// Returns the maximum total size of the uncompressed files in an archive of `bytes` bytes.
  ///
  /// The sizes in the central directory are checked against this limit, and no file is unpacked
  /// beyond its size there.
  package static func limitBytes(ofArchive bytes: Int) -> Int {
    min(1 << 30, max(16 << 20, 30 * min(bytes, 1 << 30)))
  }

  private static let limitEntries = 10_000

  /// Reads the central directory at the end of the archive.
  ///
  /// - Throws: ``ZIPError`` if there is no central directory, if a file is encrypted, or if a limit
  ///   is exceeded.
  package init(_ bytes: [UInt8]) throws(ZIPError) {
    let reader = ZIPReader(bytes)
    // A comment of up to 65,535 bytes may follow the last record.
    let earliest = max(0, bytes.count - 22 - 65_535)
    guard bytes.count >= 22,
      let end = stride(from: bytes.count - 22, through: earliest, by: -1).first(where: {
        reader.number(at: $0, 4) == 0x0605_4B50
      }), let count = reader.number(at: end + 10, 2), var next = reader.number(at: end + 16, 4)
    else { throw .noArchive }
    guard count != 0xFFFF, next != 0xFFFF_FFFF, count <= Self.limitEntries else {
      throw .tooMany(limit: Self.limitEntries)
    }
    let limit = Self.limitBytes(ofArchive: bytes.count)
    var entries: [Entry] = []
    var total = 0
    for _ in 0..<count {
      guard reader.number(at: next, 4) == 0x0201_4B50, let flags = reader.number(at: next + 8, 2),
        let method = reader.number(at: next + 10, 2), let sum = reader.number(at: next + 16, 4),
        let packed = reader.number(at: next + 20, 4), let size = reader.number(at: next + 24, 4),
        let nameLength = reader.number(at: next + 28, 2),
        let extra = reader.number(at: next + 30, 2), let comment = reader.number(at: next + 32, 2),
        let offset = reader.number(at: next + 42, 4), next + 46 + nameLength <= bytes.count
      else { throw .noArchive }
      let name = String(decoding: bytes[(next + 46)..<(next + 46 + nameLength)], as: UTF8.self)
      guard flags & 1 == 0 else { throw .encrypted(name) }
      total += size
      guard total <= limit else { throw .tooLarge(limit: limit) }
      entries.append(
        Entry(
          name: name, byteCount: size, archive: bytes, method: method,
          checksum: UInt32(truncatingIfNeeded: sum), packedBytes: packed, offset: offset))
      next += 46 + nameLength + extra + comment
    }
    self.entries = entries
  }
}

/// The reason why a ZIP archive cannot be read, with the remedy.
package enum ZIPError: Error, Hashable, CustomStringConvertible {
  /// The archive file cannot be read.
  case unreadable
  /// The file is not a ZIP archive.
  case noArchive
  /// The total uncompressed size of the archive's files exceeds the limit in bytes.
  case tooLarge(limit: Int)
  /// The archive has more files than `limit`, or uses ZIP64.
  case tooMany(limit: Int)
  /// The archive's files contain more objects in total than `limit`.
  case tooManyObjects(limit: Int)
  /// The file with this name is damaged.
  case damaged(String)
  /// The file with this name is encrypted.
  case encrypted(String)
  /// The file with this name is compressed with an unknown method, whose number is given.
  case unknownMethod(String, Int)

  package var description: String {
    switch self {
    case .unreadable: problem
    case .noArchive: "\(problem): get it again, or give its folder"
    case .tooLarge, .tooMany, .tooManyObjects: "\(problem): unpack it, and give its folder"
    case .damaged: "\(problem): get it again"
    case .encrypted, .unknownMethod: "\(problem): unpack the archive, and give its folder"
    }
  }

  /// The problem without the remedy, which depends on the use of the archive.
  package var problem: String {
    switch self {
    case .unreadable: "cannot be read"
    case .noArchive: "is not a ZIP archive, or its end is missing"
    case .tooLarge(let limit): "unpacks to more than \(limit) bytes, too many for its size"
    case .tooMany(let limit): "has more than \(limit) files, or is of the 64-bit form"
    case .tooManyObjects(let limit): "has more than \(limit) objects, too many for its size"
    case .damaged(let name): "\(name) is damaged in the archive"
    case .encrypted(let name): "\(name) is encrypted"
    case .unknownMethod(let name, let method): "\(name) is packed by method \(method)"
    }
  }
}

/// Reads little-endian numbers in an archive.
private struct ZIPReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func number(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
