import GhostlightCore
import Testing

@Suite struct `ISO dates` {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"),
      (1_371_040_000_123, "2013-06-12T12:26:40.123Z"),
      (951_782_400_007, "2000-02-29T00:00:00.007Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
      (-1, "1969-12-31T23:59:59.999Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func `a time is printed with milliseconds and parsed again`(milliseconds: Int64, text: String) {
    #expect(ISODate.format(milliseconds: milliseconds) == text)
    #expect(ISODate.milliseconds(text) == milliseconds)
  }

  @Test(
    arguments: [
      ("2013-06-12", 1_370_995_200_000),
      ("2013-06-12T12:26Z", 1_371_039_960_000),
      ("2013-06-12T12:26:40Z", 1_371_040_000_000),
      ("2013-06-12T12:26:40.1Z", 1_371_040_000_100),
      ("2013-06-12T12:26:40.12Z", 1_371_040_000_120),
      ("2013-06-12T12:26:40.123456789Z", 1_371_040_000_123),
      ("2013-06-12T12:26:40.000999Z", 1_371_040_000_000),
      ("2013-06-12T14:26:40+02:00", 1_371_040_000_000),
      ("2013-06-12T06:56:40.5-05:30", 1_371_040_000_500),
      ("2013-06-12T12:26+00:00", 1_371_039_960_000),
      ("2024-02-29", 1_709_164_800_000),
      ("1969-12-31T23:59:59.999Z", -1),
    ] as [(String, Int64)])
  func `shorter formats and time zones are parsed`(text: String, milliseconds: Int64) {
    #expect(ISODate.milliseconds(text) == milliseconds)
  }

  @Test(arguments: [
    "", "2013", "2013-06", "2013-6-12", "13-06-12", "2013/06/12", "2013-06-12T", "2013-06-12Z",
    "2013-00-12", "2013-13-12", "2013-06-00", "2013-06-31", "2013-02-29", "1900-02-29",
    "2013-06-99", "2013-12-32",
    "2013-06-12T12:26:40", "2013-06-12T24:00:00Z", "2013-06-12T12:60:00Z", "2013-06-12T12:26:60Z",
    "2013-06-12T12Z", "2013-06-12T12:26:40.Z", "2013-06-12T12:26:40.1234567890Z",
    "2013-06-12T12:26:40,1Z", "2013-06-12 12:26:40Z", "2013-06-12t12:26:40z",
    "2013-06-12T12:26:40Z ", " 2013-06-12", "2013-06-12T12:26:40+2:00", "2013-06-12T12:26:40+0200",
    "2013-06-12T12:26:40+24:00", "2013-06-12T12:26:40+02:60", "2013-06-12T12:26:40ZZ",
    "+2013-06-12", "-013-06-12", "２013-06-12", "2013-06-12T12:26:40\u{0}Z",
  ])
  func `other text is not parsed as a date`(_ text: String) {
    #expect(ISODate.milliseconds(text) == nil)
  }

  @Test func `every day of four centuries is printed and parsed again`() {
    let day: Int64 = 86_400_000
    for number in stride(from: -146_097 as Int64, to: 146_097, by: 1) {
      let time = number * day + (number &* 7_919_000 % day + day) % day
      guard ISODate.milliseconds(ISODate.format(milliseconds: time)) != time else { continue }
      Issue.record("\(time) is printed as \(ISODate.format(milliseconds: time))")
    }
  }

  @Test(arguments: [.min, .min + 1, .max] as [Int64])
  func `any time can be printed`(milliseconds: Int64) {
    #expect(ISODate.format(milliseconds: milliseconds).hasSuffix("Z"))
  }
}
