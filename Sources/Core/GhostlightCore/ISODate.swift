/// Times as ISO 8601 text in UTC.
public enum ISODate {
  /// Prints a time with milliseconds: `2013-06-12T12:26:40.123Z`.
  public static func format(milliseconds: Int64) -> String {
    let date = CivilDate(milliseconds: milliseconds)
    return "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T"
      + "\(pad(date.hour, 2)):\(pad(date.minute, 2)):\(pad(date.second, 2))"
      + ".\(pad(date.millisecond, 3))Z"
  }

  /// Reads `2013-06-12`, `2013-06-12T12:26:40Z`, with up to nine decimals, `Z` or `±hh:mm`.
  ///
  /// Answers milliseconds since 1970, or `nil` for any other text and for dates that do not exist.
  public static func milliseconds(_ text: String) -> Int64? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2),
      reader.take("-"), let day = reader.digits(2), (1...12).contains(month), day >= 1
    else { return nil }
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    var offset = 0
    if !reader.isAtEnd {
      guard reader.take("T"), let hours = reader.digits(2), reader.take(":"),
        let minutes = reader.digits(2), hours < 24, minutes < 60
      else { return nil }
      hour = hours
      minute = minutes
      if reader.take(":") {
        guard let seconds = reader.digits(2), seconds < 60 else { return nil }
        second = seconds
        if reader.take(".") {
          guard let fraction = reader.fraction() else { return nil }
          millisecond = fraction
        }
      }
      guard let zone = reader.zone(), reader.isAtEnd else { return nil }
      offset = zone
    }
    let value = CivilDate.milliseconds(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      millisecond: millisecond)
    guard CivilDate(milliseconds: value).day == day else { return nil }
    return value - Int64(offset) * 60_000
  }

  private static func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    mutating func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[position..<position + count] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      position += count
      return value
    }

    /// One to nine decimals, cut to milliseconds.
    mutating func fraction() -> Int? {
      var value = 0
      var count = 0
      while count < 9, let digit = digits(1) {
        if count < 3 { value = value * 10 + digit }
        count += 1
      }
      guard count > 0 else { return nil }
      for _ in count..<max(count, 3) { value *= 10 }
      return value
    }

    /// The zone's distance to UTC in minutes.
    mutating func zone() -> Int? {
      if take("Z") { return 0 }
      let sign = take("+") ? 1 : (take("-") ? -1 : 0)
      guard sign != 0, let hours = digits(2), take(":"), let minutes = digits(2), hours < 24,
        minutes < 60
      else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}
