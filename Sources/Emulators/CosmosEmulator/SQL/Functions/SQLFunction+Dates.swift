import GhostlightCore

/// Functions of dates, which are strings such as `2019-09-20T10:11:12.1234567Z`, exact to 100
/// nanoseconds.
///
/// - Source: MicrosoftDocs/nosql-query-docs, the page of each function in cosmos-db/query.
extension SQLFunction {
  static let dates: [SQLFunction] =
    current("GETCURRENTDATETIME") { SQLDate(milliseconds: $0)?.json }
    + current("GETCURRENTTIMESTAMP") { .integer($0) }
    + current("GETCURRENTTICKS") { number($0 &* SQLDate.ticksOfMillisecond) }
    + [
      SQLFunction("DATETIMEADD", 3...3) { arguments, _ throws(SQLError) in
        guard let part = SQLDatePart(arguments[0]), let number = SQLNumber.whole(arguments[1]),
          let date = SQLDate(arguments[2])
        else { return nil }
        return date.adding(number, of: part)?.json
      },
      SQLFunction("DATETIMEDIFF", 3...3) { arguments, _ throws(SQLError) in
        guard let part = SQLDatePart(arguments[0]), let start = SQLDate(arguments[1]),
          let end = SQLDate(arguments[2])
        else { return nil }
        return start.boundaries(of: part, to: end).flatMap(number)
      },
      SQLFunction("DATETIMEPART", 2...2) { arguments, _ throws(SQLError) in
        guard let part = SQLDatePart(arguments[0]), let date = SQLDate(arguments[1]) else {
          return nil
        }
        return .integer(date.value(of: part))
      },
      SQLFunction("DATETIMEBIN", 2...4) { arguments, _ throws(SQLError) in
        guard let date = SQLDate(arguments[0]), let part = SQLDatePart(arguments[1]) else {
          return nil
        }
        var size: Int64? = 1
        var origin: SQLDate? = SQLDate(milliseconds: 0)
        if arguments.count > 2 { size = SQLNumber.whole(arguments[2]) }
        if arguments.count > 3 { origin = SQLDate(arguments[3]) }
        guard let size, let origin, origin.value(of: .year) >= 1601 else { return nil }
        return date.bin(of: size, part, from: origin)?.json
      },
      SQLFunction("DATETIMEFROMPARTS", 3...7) { arguments, _ throws(SQLError) in
        var parts: [Int64] = []
        for argument in arguments {
          guard let part = SQLNumber.whole(argument) else { return nil }
          parts.append(part)
        }
        return SQLDate(parts: parts)?.json
      },
      SQLFunction("DATETIMETOTICKS", 1...1) { arguments, _ throws(SQLError) in
        SQLDate(arguments[0]).flatMap { number($0.ticks) }
      },
      SQLFunction("DATETIMETOTIMESTAMP", 1...1) { arguments, _ throws(SQLError) in
        SQLDate(arguments[0]).map { .integer($0.milliseconds) }
      },
      SQLFunction("TICKSTODATETIME", 1...1) { arguments, _ throws(SQLError) in
        SQLNumber.whole(arguments[0]).flatMap(SQLDate.init(ticks:))?.json
      },
      SQLFunction("TIMESTAMPTODATETIME", 1...1) { arguments, _ throws(SQLError) in
        SQLNumber.whole(arguments[0]).flatMap(SQLDate.init(milliseconds:))?.json
      },
    ]

  /// Returns a function of the current time, and its variant with the suffix `Static`.
  ///
  /// In the service, the variant has the same value in all partitions. In the emulator, both
  /// functions have one value for the complete query.
  private static func current(
    _ name: String, _ body: @escaping @Sendable (Int64) -> JSON?
  ) -> [SQLFunction] {
    [name, name + "STATIC"].map { name in
      SQLFunction(name, 0...0) { _, context throws(SQLError) in
        body(context.instant.milliseconds)
      }
    }
  }

  /// Returns a count as a JSON number, or `nil` if a double does not represent it exactly.
  private static func number(_ count: Int64) -> JSON? {
    Int64(exactly: Double(count)).map { .integer($0) }
  }
}

/// A part of a date, such as the year.
///
/// Functions accept the names of parts in any case.
enum SQLDatePart: Sendable {
  case year, month, day, hour, minute, second, millisecond, microsecond, nanosecond

  private static let names: [String: SQLDatePart] = [
    "year": .year, "yyyy": .year, "yy": .year, "month": .month, "mm": .month, "m": .month,
    "day": .day, "dd": .day, "d": .day, "hour": .hour, "hh": .hour, "minute": .minute,
    "mi": .minute, "n": .minute, "second": .second, "ss": .second, "s": .second,
    "millisecond": .millisecond, "ms": .millisecond, "microsecond": .microsecond,
    "mcs": .microsecond, "nanosecond": .nanosecond, "ns": .nanosecond,
  ]

  init?(_ value: JSON?) {
    guard let name = value?.string, let part = Self.names[name.lowercased()] else { return nil }
    self = part
  }

  /// The length of the date part in ticks of 100 nanoseconds; `nil` if the length varies or is less
  /// than one tick.
  fileprivate var ticks: Int64? {
    switch self {
    case .year, .month, .nanosecond: nil
    case .day: 864_000_000_000
    case .hour: 36_000_000_000
    case .minute: 600_000_000
    case .second: 10_000_000
    case .millisecond: 10_000
    case .microsecond: 10
    }
  }
}

/// A point in time in the years 1 to 9999, in ticks of 100 nanoseconds since 1970.
struct SQLDate: Sendable, Hashable {
  let ticks: Int64

  static let ticksOfMillisecond: Int64 = 10_000
  private static let first = CivilDate.milliseconds(year: 1, month: 1, day: 1) * ticksOfMillisecond
  private static let end =
    CivilDate.milliseconds(year: 10_000, month: 1, day: 1) * ticksOfMillisecond

  init?(ticks: Int64) {
    guard ticks >= Self.first, ticks < Self.end else { return nil }
    self.ticks = ticks
  }

  init?(milliseconds: Int64) {
    let (ticks, overflow) = milliseconds.multipliedReportingOverflow(by: Self.ticksOfMillisecond)
    guard !overflow else { return nil }
    self.init(ticks: ticks)
  }

  /// Creates a date from its parts: year, month, day, and optionally hour, minute, second and
  /// ticks.
  ///
  /// Returns `nil` if a part is out of range.
  init?(parts: [Int64]) {
    let ranges: [ClosedRange<Int64>] = [
      1...9999, 1...12, 1...31, 0...23, 0...59, 0...59, 0...9_999_999,
    ]
    guard zip(parts, ranges).allSatisfy({ $1.contains($0) }) else { return nil }
    let all = (parts + Array(repeating: 0, count: 7)).prefix(7).map { Int($0) }
    let milliseconds = CivilDate.milliseconds(
      year: all[0], month: all[1], day: all[2], hour: all[3], minute: all[4], second: all[5])
    guard CivilDate(milliseconds: milliseconds).day == all[2] else { return nil }
    self.init(ticks: milliseconds * Self.ticksOfMillisecond + Int64(all[6]))
  }

  /// The time in whole milliseconds since 1970, rounded down.
  var milliseconds: Int64 { Self.floor(ticks, Self.ticksOfMillisecond) }

  /// The date in the form that queries use: `2019-09-20T10:11:12.1234567Z`.
  var json: JSON {
    let rest = String(ticks - milliseconds * Self.ticksOfMillisecond)
    let zeros = String(repeating: "0", count: 4 - rest.utf8.count)
    return .string(ISODate.format(milliseconds: milliseconds).dropLast() + zeros + rest + "Z")
  }

  /// Returns the value of one part of the date.
  ///
  /// A part that is smaller than a second is the complete fraction of the second in that unit.
  func value(of part: SQLDatePart) -> Int64 {
    let date = CivilDate(milliseconds: milliseconds)
    let fraction = ticks - Self.floor(ticks, 10_000_000) * 10_000_000
    switch part {
    case .year: return Int64(date.year)
    case .month: return Int64(date.month)
    case .day: return Int64(date.day)
    case .hour: return Int64(date.hour)
    case .minute: return Int64(date.minute)
    case .second: return Int64(date.second)
    case .millisecond: return fraction / 10_000
    case .microsecond: return fraction / 10
    case .nanosecond: return fraction * 100
    }
  }

  /// Returns the date that is later by a number of years, months, days or another part.
  ///
  /// If the resulting month does not have the day, the result is the last day of the month.
  func adding(_ number: Int64, of part: SQLDatePart) -> SQLDate? {
    switch part {
    case .year: return addingMonths(number, 12)
    case .month: return addingMonths(number, 1)
    case .nanosecond: return adding(number / 100, ticks: 1)
    default: return part.ticks.flatMap { adding(number, ticks: $0) }
    }
  }

  private func adding(_ number: Int64, ticks size: Int64) -> SQLDate? {
    let (step, overflow) = number.multipliedReportingOverflow(by: size)
    let (sum, exceeds) = ticks.addingReportingOverflow(step)
    return overflow || exceeds ? nil : SQLDate(ticks: sum)
  }

  private func addingMonths(_ number: Int64, _ size: Int64) -> SQLDate? {
    guard abs(Double(number)) <= 120_000 else { return nil }
    let date = CivilDate(milliseconds: milliseconds)
    let months = Int64(date.year) * 12 + Int64(date.month) - 1 + number * size
    let (year, month) = (Self.floor(months, 12), months - Self.floor(months, 12) * 12 + 1)
    guard (1...9999).contains(year) else { return nil }
    let start = CivilDate.milliseconds(year: Int(year), month: Int(month), day: 1)
    let next = CivilDate.milliseconds(year: Int(year), month: Int(month) + 1, day: 1)
    let days = month == 12 ? 31 : Int((next - start) / 86_400_000)
    let timeOfDay = ticks - Self.floor(ticks, 864_000_000_000) * 864_000_000_000
    let day = Int64(min(date.day, days) - 1) * 864_000_000_000
    return SQLDate(ticks: start * Self.ticksOfMillisecond + day + timeOfDay)
  }

  /// Returns the number of boundaries, such as starts of years, between this date and another.
  ///
  /// The number is negative if the other date is earlier. Returns `nil` on overflow.
  func boundaries(of part: SQLDatePart, to other: SQLDate) -> Int64? {
    switch part {
    case .year: return other.value(of: .year) - value(of: .year)
    case .month: return other.months - months
    case .nanosecond:
      let (number, overflow) = (other.ticks - ticks).multipliedReportingOverflow(by: 100)
      return overflow ? nil : number
    default:
      return part.ticks.map { Self.floor(other.ticks, $0) - Self.floor(ticks, $0) }
    }
  }

  private var months: Int64 { value(of: .year) * 12 + value(of: .month) }

  /// Returns the start of the bin that contains the date, or `nil` if the size is invalid.
  ///
  /// Each bin is as long as `size` times `part`, and one bin starts at `origin`.
  func bin(of size: Int64, _ part: SQLDatePart, from origin: SQLDate) -> SQLDate? {
    guard size > 0, size <= 1_000_000_000_000 else { return nil }
    switch part {
    case .year, .month:
      let unit: Int64 = part == .year ? 12 : 1
      var bins = Self.floor(months - origin.months, unit.multipliedWithin(size))
      guard let start = origin.addingMonths(bins * size, unit) else { return nil }
      if start.ticks > ticks { bins -= 1 }
      return origin.addingMonths(bins * size, unit)
    case .nanosecond:
      return bin(ticks: max(1, size / 100), from: origin)
    default:
      return part.ticks.flatMap { bin(ticks: $0.multipliedWithin(size), from: origin) }
    }
  }

  private func bin(ticks size: Int64, from origin: SQLDate) -> SQLDate? {
    let (distance, exceeds) = Self.floor(ticks - origin.ticks, size)
      .multipliedReportingOverflow(by: size)
    let (start, overflow) = origin.ticks.addingReportingOverflow(distance)
    return exceeds || overflow ? nil : SQLDate(ticks: start)
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Int64 {
  /// Returns the product of two numbers, or the greatest `Int64` on overflow.
  fileprivate func multipliedWithin(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
