import GhostlightCore
import Testing

@Suite struct `Civil dates` {
  @Test func `a time is split into the parts of a date`() {
    let date = CivilDate(milliseconds: 1_371_040_000_123)
    #expect([date.year, date.month, date.day] == [2013, 6, 12])
    #expect([date.hour, date.minute, date.second, date.millisecond] == [12, 26, 40, 123])
    #expect(date.daysSince1970 == 15_868)
  }

  @Test(
    arguments: [
      ([2013, 6, 12], 1_370_995_200_000),
      ([2012, 14, 12], 1_360_627_200_000),
      ([2013, 2, 29], 1_362_096_000_000),
      ([2013, 3, 0], 1_362_009_600_000),
      ([1970, 1, 1], 0),
      ([1600, 2, 29], -11_670_998_400_000),
    ] as [([Int], Int64)])
  func `days and months outside their range carry over`(parts: [Int], milliseconds: Int64) {
    #expect(
      CivilDate.milliseconds(year: parts[0], month: parts[1], day: parts[2]) == milliseconds)
  }

  @Test func `days follow each other without a gap from year 0 to 4000`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var time: Int64 = -62_167_219_200_000
    var mistakes = 0
    for year in 0..<4000 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        for day in 1...lengths[month - 1] + (isLeap && month == 2 ? 1 : 0) {
          let date = CivilDate(milliseconds: time)
          let back = CivilDate.milliseconds(year: year, month: month, day: day)
          if (date.year, date.month, date.day) != (year, month, day) || back != time {
            mistakes += 1
          }
          time += 86_400_000
        }
      }
    }
    #expect(mistakes == 0)
  }
}
