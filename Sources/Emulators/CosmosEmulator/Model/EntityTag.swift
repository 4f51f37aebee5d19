import GhostlightCore

/// The `_etag` of a resource: quotes included, new with every write.
///
/// - Source: protocol reference B5.
enum EntityTag {
  /// The tag of a write: the first group counts writes, the last begins with the time in seconds.
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
