import GhostlightCore

/// Times as tools write them.
enum HARDate {
  /// Reads ISO 8601 with any number of decimals, and a zone of `Z`, `+02:00`, `+0200`, `+02` or none.
  ///
  /// Answers milliseconds since 1970, cut where there are more decimals; without zone it is UTC.
  static func milliseconds(_ text: String) -> Int64? {
    var bytes = Array(text.utf8)
    guard bytes.count > 10 else { return ISODate.milliseconds(text) }
    if bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "t") {
      bytes[10] = UInt8(ascii: "T")
    }
    let zoneStart = bytes[11...].firstIndex { byte in
      !(isDigit(byte) || byte == UInt8(ascii: ":") || isPoint(byte))
    }
    let clock = bytes[..<(zoneStart ?? bytes.endIndex)]
    let zone = bytes[(zoneStart ?? bytes.endIndex)...]
    return ISODate.milliseconds(
      String(decoding: cut(clock) + spelled(zone), as: UTF8.self))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isPoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
  }

  /// The time of day with no more than three decimals.
  private static func cut(_ clock: ArraySlice<UInt8>) -> [UInt8] {
    guard let point = clock.firstIndex(where: isPoint) else { return Array(clock) }
    let decimals = clock[(point + 1)...]
    guard decimals.allSatisfy(isDigit) else { return [] }
    return clock[..<point] + [UInt8(ascii: ".")] + decimals.prefix(3)
  }

  /// The zone as `Z` or `+hh:mm`.
  private static func spelled(_ zone: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(zone)
    switch text.count {
    case 0: return [UInt8(ascii: "Z")]
    case 1 where text == [UInt8(ascii: "z")]: return [UInt8(ascii: "Z")]
    case 3: return text + Array(":00".utf8)
    case 5: return text[..<3] + [UInt8(ascii: ":")] + text[3...]
    default: return text
    }
  }
}
