/// A date and time of day in UTC, computed without Foundation.
package struct CivilDate: Sendable, Hashable {
  package var year: Int
  /// The month, from 1 to 12.
  package var month: Int
  /// The day of the month, from 1 to 31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// The milliseconds within the second, from 0 to 999.
  package var millisecond: Int
  package var daysSince1970: Int64

  /// Converts milliseconds since 1970 to a date of the proleptic Gregorian calendar.
  package init(milliseconds: Int64) {
    let (days, rest) = Self.floorDivide(milliseconds, 86_400_000)
    daysSince1970 = days
    hour = Int(rest / 3_600_000)
    minute = Int(rest / 60_000 % 60)
    second = Int(rest / 1000 % 60)
    millisecond = Int(rest % 1000)
    // Years are counted from 1 March, so that a leap day is the last day of its year.
    let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
  }

  /// Returns the milliseconds since 1970 for a date; a day or time out of range carries over.
  package static func milliseconds(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    millisecond: Int = 0
  ) -> Int64 {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let (era, yearOfEra) = floorDivide(shiftedYear, 400)
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    let seconds = days * 86_400 + Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)
    return seconds * 1000 + Int64(millisecond)
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Formats and parses dates of the HTTP `Date` field.
///
/// The functions do not use Foundation and are fast enough for every response. Times are
/// milliseconds since 1970.
public enum HTTPDate {
  private static let weekdays: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns a time in the preferred format of RFC 9110: `Wed, 12 Jun 2013 12:26:40 GMT`.
  public static func format(milliseconds: Int64) -> String {
    let date = CivilDate(milliseconds: milliseconds)
    // For speed, the string is written in place, because every response has a date. Only years
    // outside 0...9999 need more than 29 bytes.
    let farYear = (0...9999).contains(date.year) ? "" : String(date.year)
    return String(unsafeUninitializedCapacity: 29 + farYear.utf8.count) { bytes in
      var output = Output(bytes: bytes)
      output.append(weekdays[Int(((date.daysSince1970 % 7) + 7) % 7)])
      output.append(", ")
      output.append(pair: date.day)
      output.append(" ")
      output.append(months[date.month - 1])
      output.append(" ")
      if farYear.isEmpty {
        output.append(pair: date.year / 100)
        output.append(pair: date.year % 100)
      } else {
        output.append(farYear)
      }
      output.append(" ")
      output.append(pair: date.hour)
      output.append(":")
      output.append(pair: date.minute)
      output.append(":")
      output.append(pair: date.second)
      output.append(" GMT")
      return output.count
    }
  }

  /// Parses a date such as `Fri, 20 Sep 2019 10:11:12 GMT`, in upper or lower case.
  ///
  /// - Returns: Milliseconds since 1970, or `nil` if the string is not such a date.
  public static func milliseconds(_ text: String) -> Int64? {
    let parts = text.lowercased().split(separator: " ")
    guard parts.count == 6, parts[5] == "gmt", let day = Int(parts[1]),
      let month = months.firstIndex(where: { $0.description.lowercased() == parts[2] }),
      parts[3].utf8.count == 4
    else { return nil }
    let pad = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    return ISODate.milliseconds("\(parts[3])-\(pad(month + 1))-\(pad(day))T\(parts[4])Z")
  }

  private struct Output {
    let bytes: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func append(_ byte: UInt8) {
      bytes[count] = byte
      count += 1
    }

    mutating func append(_ text: StaticString) {
      text.withUTF8Buffer { for byte in $0 { append(byte) } }
    }

    mutating func append(_ text: String) { for byte in text.utf8 { append(byte) } }

    /// Appends a number from 0 to 99 as two digits.
    mutating func append(pair number: Int) {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
  }
}

/// Formats and parses times as ISO 8601 strings in UTC.
///
/// The functions do not use Foundation, and accept only dates that exist. Times are milliseconds
/// since 1970.
///
/// ```swift
/// import Ghostlight
///
/// let text = ISODate.format(milliseconds: 1_371_040_000_123)  // 2013-06-12T12:26:40.123Z
/// let time = ISODate.milliseconds("2013-06-12T14:26:40+02:00")
/// ```
public enum ISODate {
  /// Returns a time in UTC with milliseconds: `2013-06-12T12:26:40.123Z`.
  public static func format(milliseconds: Int64) -> String {
    let date = CivilDate(milliseconds: milliseconds)
    guard !(0...9999).contains(date.year) else { return format(date) }
    return "\(pad(date.year, 4))-\(pad(date.month, 2))-\(pad(date.day, 2))T"
      + "\(pad(date.hour, 2)):\(pad(date.minute, 2)):\(pad(date.second, 2))"
      + ".\(pad(date.millisecond, 3))Z"
  }

  /// Parses `2013-06-12` or `2013-06-12T12:26:40Z`, with up to nine decimals, and with `Z` or
  /// `±hh:mm`.
  ///
  /// - Returns: Milliseconds since 1970; further decimals are ignored. `nil` if the string has a
  ///   different format, or the date does not exist.
  public static func milliseconds(_ text: String) -> Int64? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.digits(4), reader.consume("-"), let month = reader.digits(2),
      reader.consume("-"), let day = reader.digits(2), (1...12).contains(month), day >= 1
    else { return nil }
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    var offset = 0
    if !reader.isAtEnd {
      guard reader.consume("T"), let hours = reader.digits(2), reader.consume(":"),
        let minutes = reader.digits(2), hours < 24, minutes < 60
      else { return nil }
      hour = hours
      minute = minutes
      if reader.consume(":") {
        guard let seconds = reader.digits(2), seconds < 60 else { return nil }
        second = seconds
        if reader.consume(".") {
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

  private static func format(_ date: CivilDate) -> String {
    String(unsafeUninitializedCapacity: 24) { bytes in
      var count = 0
      func write(_ number: Int, _ width: Int, _ mark: Unicode.Scalar) {
        var rest = number
        for place in (count..<count + width).reversed() {
          bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        bytes[count + width] = UInt8(ascii: mark)
        count += width + 1
      }
      write(date.year, 4, "-")
      write(date.month, 2, "-")
      write(date.day, 2, "T")
      write(date.hour, 2, ":")
      write(date.minute, 2, ":")
      write(date.second, 2, ".")
      write(date.millisecond, 3, "Z")
      return count
    }
  }

  /// Returns a number with leading zeros.
  ///
  /// The result is longer than `width` for negative years and for years with more than four digits.
  private static func pad(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
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

    /// Parses a fraction of one to nine digits, and returns it in milliseconds.
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

    /// Parses a time zone, and returns its offset from UTC in minutes.
    mutating func zone() -> Int? {
      if consume("Z") { return 0 }
      let sign = consume("+") ? 1 : (consume("-") ? -1 : 0)
      guard sign != 0, let hours = digits(2), consume(":"), let minutes = digits(2), hours < 24,
        minutes < 60
      else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}
