import GhostlightCore
import GhostlightEmulation

/// The format of `$dateToString`, with the offset of its time zone from UTC.
///
/// - Source: MongoDB's manual, `$dateToString`.
struct DateFormat: Sendable {
  private let format: String
  /// The time zone's offset from UTC in minutes, positive to the east.
  private let offset: Int

  /// Creates a format; without `format`, it is ISO 8601.
  ///
  /// A time zone is `UTC`, `GMT`, or hours and minutes such as `+01:00`.
  ///
  /// - Throws: ``Fault/crudDatabase`` with the database's message if the time zone is invalid.
  init(_ format: String?, timeZone: String?) throws(Fault) {
    offset = try timeZone.map(Self.offset) ?? 0
    self.format = format ?? "%Y-%m-%dT%H:%M:%S.%L" + (offset == 0 ? "Z" : "")
  }

  /// Returns a date as a formatted string.
  ///
  /// A stored date has the form `YYYY-MM-DDTHH:mm:ss.sssZ`.
  ///
  /// - Throws: ``Fault/crudDatabase`` if the value is not a date, or if the format has an unknown
  ///   specifier.
  func text(of value: JSON) throws(Fault) -> String {
    guard let text = value.string, let time = ISODate.milliseconds(text),
      ISODate.format(milliseconds: time) == text
    else { throw .database("can't convert from \(value.text()) to Date") }
    let date = CivilDate(milliseconds: time + Int64(offset) * 60_000)
    var result = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        result.append(character)
        continue
      }
      guard let specifier = rest.popFirst() else {
        throw .database("Unmatched '%' at end of format string")
      }
      result += try part(specifier, of: date)
    }
    return result
  }

  private func part(_ specifier: Character, of date: CivilDate) throws(Fault) -> String {
    // The weekday is 1 for Monday; day 0, 1970-01-01, was a Thursday.
    let weekday = Int((date.daysSince1970 % 7 + 10) % 7) + 1
    let dayOfYear = Int(date.daysSince1970 - Self.days(to: date.year)) + 1
    let week = Self.week(of: date, weekday)
    let minutes = abs(offset)
    return switch specifier {
    case "Y": Self.digits(date.year, 4)
    case "m": Self.digits(date.month, 2)
    case "d": Self.digits(date.day, 2)
    case "H": Self.digits(date.hour, 2)
    case "M": Self.digits(date.minute, 2)
    case "S": Self.digits(date.second, 2)
    case "L": Self.digits(date.millisecond, 3)
    case "j": Self.digits(dayOfYear, 3)
    case "u": String(weekday)
    case "w": String(weekday % 7 + 1)
    case "U": Self.digits((dayOfYear + 6 - weekday % 7) / 7, 2)
    case "V": Self.digits(week.number, 2)
    case "G": Self.digits(week.year, 4)
    case "z": (offset < 0 ? "-" : "+") + Self.digits(minutes / 60, 2) + Self.digits(minutes % 60, 2)
    case "Z": (offset < 0 ? "-" : "+") + String(minutes)
    case "%": "%"
    default: throw .database("Invalid format character '%\(specifier)' in format string")
    }
  }

  /// Returns the ISO 8601 week of a date; a week belongs to the year of its Thursday.
  private static func week(of date: CivilDate, _ weekday: Int) -> (number: Int, year: Int) {
    let thursday = CivilDate(
      milliseconds: (date.daysSince1970 + Int64(4 - weekday)) * 86_400_000)
    let day = thursday.daysSince1970 - days(to: thursday.year)
    return (Int(day / 7) + 1, thursday.year)
  }

  /// Returns the number of days from 1970 to the first day of a year.
  private static func days(to year: Int) -> Int64 {
    CivilDate.milliseconds(year: year, month: 1, day: 1) / 86_400_000
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func offset(_ timeZone: String) throws(Fault) -> Int {
    if timeZone == "UTC" || timeZone == "GMT" { return 0 }
    var digits = Array(timeZone.utf8.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard let sign = timeZone.first, sign == "+" || sign == "-",
      digits.count == 2 || digits.count == 4, digits.allSatisfy({ (48...57).contains($0) }),
      let number = Int(String(decoding: digits, as: UTF8.self))
    else {
      throw .database("unrecognized time zone identifier: \"\(timeZone)\"")
        .withReason("time zones have no names here; give hours and minutes, such as +01:00")
    }
    let minutes = digits.count == 2 ? number * 60 : number / 100 * 60 + number % 100
    return sign == "-" ? -minutes : minutes
  }
}
