import GhostlightEmulation
import Testing

@testable import EGF2Emulator

@Suite struct `The grammar of expand` {
  private static let level = "UnavailableExpandLevel"
  private static let format = "IncorrectExpandFormat"
  private static let count = "IncorrectCountParameter"

  @Test(arguments: [
    ExpandCase("", ""), ExpandCase(",", ""), ExpandCase("a", "a"), ExpandCase("a,b", "a b"),
    ExpandCase("a,,b,", "a b"), ExpandCase(",a", "a"), ExpandCase("a(5)", "a:5"),
    ExpandCase("a(0)", "a:0"), ExpandCase("a(50),b", "a:50 b"), ExpandCase("a{}", "a"),
    ExpandCase("a{,}", "a"), ExpandCase("a{b}", "a[b]"), ExpandCase("a{b,c}", "a[b c]"),
    ExpandCase("a(5){b}", "a:5[b]"), ExpandCase("a{b(2){c(3),d},e},f", "a[b:2[c:3 d] e] f"),
    ExpandCase("post{creator}", "post[creator]"), ExpandCase("name.member{a}", "name.member[a]"),
    ExpandCase("a{b{c}},d{e{f}}", "a[b[c]] d[e[f]]"), ExpandCase("é{ü}", "é[ü]"),
    ExpandCase(" a , b ", " a   b "),
  ])
  func `a valid expand parameter is parsed`(_ row: ExpandCase) {
    #expect(ExpandCase.read(row.text) == row.expected)
  }

  @Test(arguments: [
    ExpandCase("a{b{c{", level), ExpandCase("a{b{c{d}}}", level),
    ExpandCase("x,a{b{c(2){}}}", level), ExpandCase("a{b{c{d", level),
    ExpandCase("a{", format), ExpandCase("a{b", format), ExpandCase("a}", format),
    ExpandCase("}", format), ExpandCase("{", format), ExpandCase("{a}", format),
    ExpandCase("a{b}}", format), ExpandCase("a{b}c", format), ExpandCase("a{b}{c}", format),
    ExpandCase("(2)", format), ExpandCase("a(2", format), ExpandCase("a(", format),
    ExpandCase("a)", format), ExpandCase("a(2)(3)", format), ExpandCase("a(2)b", format),
    ExpandCase("a{b}(2)", format), ExpandCase("a(2,3)", format), ExpandCase("a{(2)}", format),
    ExpandCase("a()", count), ExpandCase("a(x)", count), ExpandCase("a(-1)", count),
    ExpandCase("a(51)", count), ExpandCase("a(1.5)", count), ExpandCase("a( 1)", count),
    ExpandCase("a(99999999999999999999)", count),
  ])
  func `an invalid expand parameter is refused`(_ row: ExpandCase) {
    #expect(ExpandCase.read(row.text) == row.expected)
  }

  @Test(arguments: 0..<8)
  func `no random text traps, and a comma at the end is ignored`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let pieces = ["a", "creator", ",", "(", ")", "{", "}", "5", "60", ".", "{b}", "(2)", "é", " "]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<(random.next() % 12) {
        text += pieces[Int(random.next() % UInt64(pieces.count))]
      }
      let read = ExpandCase.read(text)
      #expect(read == ExpandCase.read(text + ","), "\(text)")
    }
  }
}
