import GhostlightCore
import Testing

@Suite struct `HTTP dates` {
  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (1_371_040_000_123, "Wed, 12 Jun 2013 12:26:40 GMT"),
      (1_371_040_000_999, "Wed, 12 Jun 2013 12:26:40 GMT"),
      (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (1_709_164_800_000, "Thu, 29 Feb 2024 00:00:00 GMT"),
      (4_107_542_400_000, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (253_402_300_799_999, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (-86_400_000, "Wed, 31 Dec 1969 00:00:00 GMT"),
      (-62_135_596_800_000, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ] as [(Int64, String)])
  func `a time is printed as an IMF-fixdate`(milliseconds: Int64, text: String) {
    #expect(HTTPDate.format(milliseconds: milliseconds) == text)
  }

  @Test(arguments: [.min, .min + 1, -62_135_596_800_001, .max] as [Int64])
  func `any time can be printed`(milliseconds: Int64) {
    #expect(HTTPDate.format(milliseconds: milliseconds).hasSuffix(" GMT"))
  }
}
