import GhostlightCore
import Testing

@Suite struct `Percent-encoding` {
  @Test(arguments: [
    ("", ""), ("plain-._~", "plain-._~"), ("a%20b", "a b"), ("a+b", "a+b"), ("%2B", "+"),
    ("%c3%A9", "é"), ("é", "é"), ("é%C3%A9", "éé"), ("%2520", "%20"), ("%00", "\u{0}"),
    ("%F0%9F%8E%AD", "🎭"), ("a%2Fb", "a/b"),
  ])
  func `percent-encoded text is decoded`(_ encoded: String, _ text: String) {
    #expect(PercentEncoding.decode(encoded) == text)
    #expect(PercentEncoding.decode(Array(encoded.utf8)) == text)
    #expect(PercentEncoding.decode(Array("<\(encoded)>".utf8).dropFirst().dropLast()) == text)
  }

  @Test(arguments: [
    "%", "%2", "a%", "a%2", "%%", "%zz", "%2g", "%g2", "% 2", "%+2", "%-1", "%%20", "%é",
    "%FF", "%C3", "%C3a", "%A9", "%C0%80", "%ED%A0%80", "%F4%90%80%80",
  ])
  func `invalid escapes and bytes that are not UTF-8 are refused`(_ encoded: String) {
    #expect(PercentEncoding.decode(encoded) == nil)
    #expect(PercentEncoding.decode(Array(encoded.utf8)) == nil)
  }

  @Test func `an escape cut off by the end of a slice is refused`() {
    let bytes = Array("a%20".utf8)
    #expect(PercentEncoding.decode(bytes[0..<3]) == nil)
    #expect(PercentEncoding.decode([0xFF]) == nil)
  }

  @Test(arguments: [
    ("", ""), ("azAZ09-._~", "azAZ09-._~"), (" ", "%20"), ("+", "%2B"), ("%", "%25"),
    ("é", "%C3%A9"), ("\u{0}\u{7F}", "%00%7F"),
    ("!*'();:@&=+$,/?#[]", "%21%2A%27%28%29%3B%3A%40%26%3D%2B%24%2C%2F%3F%23%5B%5D"),
  ])
  func `all except unreserved bytes are encoded in upper case`(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encode(text) == encoded)
    #expect(PercentEncoding.decode(encoded) == text)
  }
}
