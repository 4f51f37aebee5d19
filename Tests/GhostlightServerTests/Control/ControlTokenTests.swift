import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Control tokens` {
  @Test(arguments: [
    ("0", true), ("aZ09-._~+/", true), ("YWJj=", true),
    ("YWI==", true), ("=a", false), ("a=b", false), ("a b", false), ("a\r\nb", false),
    ("a\u{0}", false), ("tökén", false), ("a,b", false), ("\"a\"", false), ("a;b", false),
  ])
  func `control tokens are any text that may follow Bearer`(_ text: String, _ isToken: Bool) {
    let text = "0123456789abcde" + text
    #expect(ControlToken(text)?.text == (isToken ? text : nil))
  }

  @Test(arguments: ["", "=", "0", "0123456789abcde", "0123456789abcd=", "================"])
  func `a text with fewer than 16 characters or only padding is not a token`(_ text: String) {
    #expect(ControlToken(text) == nil)
  }

  @Test func `generated control tokens are random`() {
    let tokens = (0..<100).map { _ in ControlToken.random() }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.text.count == 32 && $0.text.allSatisfy(\.isHexDigit) })
  }

  @Test func `the description of a control token hides its text`() throws {
    let token = try #require(ControlToken("s3cr3t-s3cr3t-s3cr3t"))
    #expect("\(token)" == "a control token")
    #expect("\(Optional(token) as Any)".contains("s3cr3t") == false)
  }
}
