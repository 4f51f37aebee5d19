/// A point in time as year, month, day and time of day in UTC, without Foundation.
package struct CivilDate: Sendable, Hashable {
  package var year: Int
  /// 1 to 12.
  package var month: Int
  /// 1 to 31.
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// 0 to 999.
  package var millisecond: Int
  package var daysSince1970: Int64

  /// Takes a time apart, in the proleptic Gregorian calendar.
  package init(milliseconds: Int64) {
    let (days, rest) = Self.floorDivide(milliseconds, 86_400_000)
    daysSince1970 = days
    hour = Int(rest / 3_600_000)
    minute = Int(rest / 60_000 % 60)
    second = Int(rest / 1000 % 60)
    millisecond = Int(rest % 1000)
    // Days are counted from 1 March of year 0, so that the leap day ends a year.
    let (era, dayOfEra) = Self.floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shifted + 2) / 5 + 1)
    month = Int(shifted < 10 ? shifted + 3 : shifted - 9)
    year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
  }

  /// The milliseconds since 1970 of a date; days and times outside their range carry over.
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
