import GhostlightSigning
import Testing

@Suite struct `Signature mismatches` {
  @Test(arguments: [
    SignatureMismatch(stringToSign: "get\ndbs\n\n\n\n", ours: "AAAA", theirs: "AAAB"),
    SignatureMismatch(stringToSign: "a \"b\" \\ \t\r \u{e9} {u}", ours: "", theirs: "\"\\"),
  ])
  func `a mismatch is parsed from a reason that contains it`(_ mismatch: SignatureMismatch) {
    #expect(SignatureMismatch(explaining: mismatch.description) == mismatch)
    #expect(
      SignatureMismatch(explaining: "wrong MAC; \(mismatch.description) (StackMob A4)") == mismatch)
  }

  @Test(arguments: [
    "", "wrong MAC", "our string to sign is", "our string to sign is \"a",
    "our string to sign is \"a\\", "our string to sign is \"a\\q\", our signature is \"\"",
    "our string to sign is \"a\", our signature is \"b\", theirs is ",
    "our string to sign is \"a\\u{110000}\", our signature is \"b\", theirs is \"c\"",
  ])
  func `a reason without a complete mismatch is not parsed`(_ reason: String) {
    #expect(SignatureMismatch(explaining: reason) == nil)
  }
}
