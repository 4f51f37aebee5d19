import GhostlightCore

/// An expression of a date or time generator, such as `today + 2 weeks @ noon`.
///
/// - Source: the grammar of the reference implementation in Rust, `date_expression_parser.rs` and
///   `time_expression_parser.rs` of pact_models.
enum DateExpression {
  /// Returns the time that an expression describes, both in milliseconds since 1970; `nil` if it is
  /// not an expression.
  static func milliseconds(_ text: String, from now: Int64) -> Int64? {
    var spaced = text.lowercased()
    for sign in ["+", "-", "@"] { spaced = spaced.replacing(sign, with: " \(sign) ") }
    var words = spaced.split(separator: " ")[...]
    var time = now
    while let word = words.popFirst() {
      switch word {
      case "now", "today", "@": break
      case "yesterday": time -= day
      case "tomorrow": time += day
      case "midnight": time -= sinceMidnight(time)
      case "noon": time += 12 * hour - sinceMidnight(time)
      case "+", "-":
        guard let count = words.popFirst().flatMap({ Int64($0) }), (0...100_000).contains(count),
          let unit = words.popFirst(),
          let moved = moved(time, by: word == "+" ? count : -count, unit)
        else { return nil }
        time = moved
      case "next", "last":
        let count: Int64 = word == "next" ? 1 : -1
        guard let unit = words.popFirst(),
          let moved = moved(time, by: count, unit) ?? named(unit, time, count)
        else { return nil }
        time = moved
      default:
        guard let clock = Int64(word), (1...12).contains(clock), words.popFirst() == "o'clock"
        else { return nil }
        let isAfternoon = words.first == "pm"
        if words.first == "am" || isAfternoon { words.removeFirst() }
        time += (clock % 12 + (isAfternoon ? 12 : 0)) * hour - sinceMidnight(time)
      }
      guard time.magnitude <= farthest else { return nil }
    }
    return time
  }

  private static let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
  /// The greatest distance of a time from 1970, about 285,000 years, so that no sum overflows.
  private static let farthest: UInt64 = 1 << 53

  private static func sinceMidnight(_ time: Int64) -> Int64 { (time % day + day) % day }

  private static func moved(_ time: Int64, by count: Int64, _ unit: Substring) -> Int64? {
    switch unit.hasSuffix("s") ? unit.dropLast() : unit {
    case "milli", "millisecond": time + count
    case "second": time + count * 1000
    case "minute": time + count * 60_000
    case "hour": time + count * hour
    case "day": time + count * day
    case "week": time + count * 7 * day
    case "fortnight": time + count * 14 * day
    case "month": moved(time, months: Int(count))
    case "year": moved(time, months: 12 * Int(count))
    default: nil
    }
  }

  /// Returns the same day of another month, or the last day of that month if it is shorter.
  ///
  /// There is no result before the year 0.
  private static func moved(_ time: Int64, months: Int) -> Int64? {
    let date = CivilDate(milliseconds: time)
    let month = date.year * 12 + date.month - 1 + months
    guard month >= 0 else { return nil }
    func start(_ month: Int) -> Int64 {
      CivilDate.milliseconds(year: month / 12, month: month % 12 + 1, day: 1)
    }
    let moved = start(month) + Int64(date.day - 1) * day
    return min(moved, start(month + 1) - day) + sinceMidnight(time)
  }

  /// Returns the next or last weekday or month with a name such as `tues` or `april`.
  private static func named(_ name: Substring, _ time: Int64, _ step: Int64) -> Int64? {
    let isNamed = { (full: String) in name.utf8.count >= 3 && full.lowercased().hasPrefix(name) }
    if let wanted = DateReader.days.firstIndex(where: isNamed) {
      // 1 January 1970 was a Thursday.
      let today = Int(((CivilDate(milliseconds: time).daysSince1970 + 3) % 7 + 7) % 7)
      let distance = (wanted - today) * Int(step)
      return time + step * Int64(distance > 0 ? distance : distance + 7) * day
    }
    guard let wanted = DateReader.months.firstIndex(where: isNamed) else { return nil }
    let distance = (wanted + 1 - CivilDate(milliseconds: time).month) * Int(step)
    return moved(time, months: Int(step) * (distance > 0 ? distance : distance + 12))
  }
}
