import GhostlightCore
import Testing

@Suite struct `Bytewise comparison of text` {
  @Test(arguments: 0..<40)
  func `texts of the same length are equal if every byte is`(_ length: Int) {
    let bytes = (0..<length).map { UInt8(0x21 + $0) }
    let text = BytewiseString(String(decoding: bytes, as: UTF8.self))
    #expect(text == BytewiseString(String(decoding: bytes, as: UTF8.self)))
    for position in 0..<length {
      var other = bytes
      other[position] = 0x7E
      #expect(text != BytewiseString(String(decoding: other, as: UTF8.self)))
    }
  }

  @Test(arguments: [
    ("", "a"), ("a", "ab"), ("e\u{301}", "\u{E9}"), ("\u{212A}elvin", "Kelvin"),
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("q\u{323}\u{307}", "q\u{307}\u{323}"),
  ])
  func `canonically equivalent texts with other bytes differ`(_ left: String, _ right: String) {
    #expect(BytewiseString(left) != BytewiseString(right))
  }
}
