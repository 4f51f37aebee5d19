import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The `_rid` of a resource, printed as base64 with `-` instead of `/`.
///
/// The id has 4 bytes for a database, 8 for a collection and 16 for a document. Each id starts with
/// the bytes of the parent's id.
///
/// - Source: protocol reference B5.
struct ResourceID: Sendable, Hashable {
  let bytes: [UInt8]
  /// The id as requests and responses contain it.
  let text: String

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    let symbols = Base64.encodedBytes(bytes).map { $0 == Self.slash ? Self.dash : $0 }
    text = String(decoding: symbols, as: UTF8.self)
  }

  private static let slash = UInt8(ascii: "/")
  private static let dash = UInt8(ascii: "-")

  /// Returns the id of the database with this number, which is unique in the account.
  static func database(_ number: UInt32) -> ResourceID {
    // The multiplication scatters the first two bytes, so that the ids do not look like a sequence.
    // The last byte is always 0.
    let scattered = number &* 0x9e37_79b1
    return ResourceID(bytes: [
      UInt8(truncatingIfNeeded: scattered >> 24), UInt8(truncatingIfNeeded: scattered >> 16),
      UInt8(truncatingIfNeeded: number), 0,
    ])
  }

  /// Returns the id of the collection with this number in a database.
  func collection(_ number: UInt32) -> ResourceID {
    let scattered = number &* 0x85eb_ca6b
    return ResourceID(
      bytes: bytes + [
        UInt8(truncatingIfNeeded: scattered >> 24) | 0x80,
        UInt8(truncatingIfNeeded: scattered >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number),
      ])
  }

  /// Returns the id of the user with this number in a database.
  func user(_ number: UInt32) -> ResourceID {
    let scattered = number &* 0x85eb_ca6b
    return ResourceID(
      bytes: bytes + [
        UInt8(truncatingIfNeeded: scattered >> 24) & 0x7f,
        UInt8(truncatingIfNeeded: scattered >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number),
      ])
  }

  /// The id of the offer for this database or collection: the first three bytes of the database's
  /// id and, for a collection, the last three bytes of its id.
  var offer: ResourceID {
    ResourceID(bytes: Array(bytes[..<3] + (bytes.count < 8 ? [] : bytes[5..<8])))
  }

  /// Returns the id of the document with this number in a collection; the first number is 1.
  func document(_ number: UInt64) -> ResourceID { child(number, kind: 0) }

  /// Returns the id of the partition key range with this number in a collection.
  func partitionKeyRange(_ number: UInt64) -> ResourceID { child(number, kind: 5) }

  private func child(_ number: UInt64, kind: UInt8) -> ResourceID {
    var tail = withUnsafeBytes(of: number.littleEndian) { Array($0) }
    tail[7] |= kind << 4
    return ResourceID(bytes: bytes + tail)
  }
}

extension ResourceID {
  /// Creates an id from its printed form, or returns `nil` if the form is invalid.
  init?(text: String) {
    guard let bytes = Base64.decode(text.utf8.map { $0 == Self.dash ? Self.slash : $0 }) else {
      return nil
    }
    self.init(bytes: bytes)
  }

  /// Returns the document number in a printed id, or `nil` if the id is not that of a document.
  static func documentNumber(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { symbols -> Int? in
      // The base64 of a RID of 16 bytes has 21 symbols with six bits, one with two bits, and two
      // padding characters.
      guard symbols.count == 24, symbols[22] == padding, symbols[23] == padding else { return nil }
      return values.withUnsafeBufferPointer { values in
        var (bits, all): (UInt64, UInt8) = (0, 0)
        for position in 0..<21 {
          let value = values[Int(symbols[position])]
          all |= value
          bits = bits << 6 | UInt64(value)
        }
        let last = values[Int(symbols[21])]
        guard (all | last) & 0xC0 == 0, last & 15 == 0 else { return nil }
        // The second half of the RID consists of the number, in little-endian order, and the kind
        // of child. The first half has been shifted out of `bits`.
        bits = bits << 2 | UInt64(last >> 4)
        return Int(exactly: bits.byteSwapped & 0x00ff_ffff_ffff_ffff)
      }
    }
  }

  private static let padding = UInt8(ascii: "=")

  /// The six bits that each base64 symbol of a RID represents; 255 for an invalid symbol.
  private static let values = (UInt8.min...UInt8.max).map { symbol in
    UInt8(Base64.value(of: symbol == dash ? slash : symbol) ?? 255)
  }
}

/// The check of a resource's `id`: 1 to 1023 bytes without `/`, `\`, `?` and `#`.
///
/// New databases and containers have at most 254 bytes.
///
/// - Source: protocol reference B11.
enum ResourceName {
  static func read(_ body: JSONObject) throws(Fault) -> String {
    guard let id = body["id"]?.string, !id.isEmpty else { throw .missingID }
    try check(id)
    return id
  }

  /// The length from which the ids of databases and containers are refused, in bytes.
  static let longContainer = 255

  static func check(_ id: String, below limit: Int = 1024) throws(Fault) {
    guard id.utf8.count < limit else {
      throw .longName.filled(["name": id, "limit": String(limit)])
        .withReason("the id has \(id.utf8.count) bytes; at most \(limit - 1) are allowed")
    }
    let isForbidden = id.utf8.contains { byte in
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "#"): true
      default: false
      }
    }
    guard !isForbidden else { throw .badName }
  }
}

/// The `_etag` of a resource, including quotes, which changes with each write.
///
/// - Source: protocol reference B5.
enum EntityTag {
  /// Returns the tag of a resource after a write.
  ///
  /// The tag's first group is the number of the write; its last group starts with the time in
  /// seconds.
  static func text(write number: UInt64, seconds: Int64) -> String {
    let count = UInt32(truncatingIfNeeded: number)
    let time = UInt32(truncatingIfNeeded: seconds)
    return "\"\(hex(count))-0000-0100-0000-\(hex(time))0000\""
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// The data of a write that is stored with the written resource: number and time.
struct WriteStamp: Sendable, Hashable {
  /// The number of the write among all writes of the account.
  let number: UInt64
  /// The time in seconds since 1970.
  let seconds: Int64

  /// The resource's `_etag`, including quotes.
  var tag: String { EntityTag.text(write: number, seconds: seconds) }
}
