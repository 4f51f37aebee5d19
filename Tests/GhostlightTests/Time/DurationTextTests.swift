import Ghostlight
import Testing

@Suite struct `Durations as text` {
  @Test(
    arguments: [
      ("0s", 0),
      ("250ms", 250),
      ("90s", 90_000),
      ("5m", 300_000),
      ("-5m", -300_000),
      ("1h30m", 5_400_000),
      ("2d", 172_800_000),
      ("1d2h3m4s5ms", 93_784_005),
      ("30m1h", 5_400_000),
      ("1s1s", 2000),
      ("007s", 7000),
      ("-0ms", 0),
      ("366000d", 31_622_400_000_000),
      ("-366000d", -31_622_400_000_000),
      ("31622400000000ms", 31_622_400_000_000),
    ] as [(String, Int64)])
  func `numbers with units are added to a duration`(text: String, milliseconds: Int64) {
    #expect(Duration.milliseconds(parsing: text) == milliseconds)
  }

  @Test(arguments: [
    "", "-", "5", "s", "ms", "-s", "5x", "5 s", " 5s", "5s ", "1h 30m", "1.5h", "1,5h", "+5s",
    "--5s",
    "1h-30m", "5S", "5M", "5min", "5sec", "5w", "1e3s", "0x1s", "５s", "5s5", "5µs", "\u{0}5s",
    "366001d", "366000d1ms", "31622400000001ms", "9223372036854775807d", "9223372036854775808ms",
    "99999999999999999999999s", "31622400000s1s1s",
  ])
  func `text that is not a duration, or a duration that is too long, is rejected`(_ text: String) {
    #expect(Duration.milliseconds(parsing: text) == nil)
  }
}
