import Testing

@testable import GhostlightRecording

@Suite struct `Shapes of secrets` {
  @Test(
    arguments: [
      // Fewer than six characters are too short, however many kinds of characters there are.
      ("aB3!x", .nowhere), ("aB3!xy", .words),
      // One kind: 41 bits are 9 lower-case letters, or 13 digits.
      ("aaaaaaaa", .nowhere), ("aaaaaaaaa", .words), ("1234567890", .nowhere),
      ("123456789012", .nowhere), ("1234567890123", .words),
      // Two kinds: 35 bits are 7 letters and digits.
      ("abcde1", .nowhere), ("abcdef1", .words), ("ABCDE1", .nowhere), ("ABCDEF1", .words),
      ("AbCdEf", .nowhere), ("AbCdEfg", .words),
      // From 64 bits on, a secret is replaced within words.
      ("abcdefghijkl1", .anywhere), ("abcdefghijk1", .words), ("abcdefghijklm", .words),
      ("abcdefghijklmn", .anywhere), ("12345678901234567890", .anywhere),
      ("1234567890123456789", .words),
    ] as [(String, SecretStrength.Reach)])
  func `a secret reaches as far as it has bits`(_ text: String, _ reach: SecretStrength.Reach) {
    #expect(SecretStrength(text.utf8).reach == reach)
  }

  @Test(arguments: [
    ("kT9vQ2m", false), ("kT9vQ2mZ", false), ("kT9vQ2mZx8", true), ("/T9vQ2mZx8", false),
    ("{T9vQ2mZx8", false), ("[T9vQ2mZx8", false), ("<T9vQ2mZx8", false), ("", false),
    ("12345678901234567890", false), ("a//T9vQ2mZx81", false), ("9f86d081884c7d65", true),
    ("9f86d081884c7d6", true), ("abcdefabcdefabcdef", false), ("9f86-d081-884c-7d65", true),
    ("3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e19", true), ("Pa$$w0rd", true), ("Pa$sword1", true),
    ("pa$$w0rd", false), ("P$ssword", false), ("Passw0r$", false), ("$assW0rd", false),
    ("Pa$s w0rd", false), ("ann@Example1.com", false), ("ann@Ex3mple1.com", false),
    ("ann@Ex3mple12.com", true), ("applicationDidFinish", false), ("ios-meetup-2024", false),
    ("needs review", false), ("hunter2hunter2", false), ("qzxvkjqzxvkj", true),
    ("qzxvkjqzxvk", false), ("QZXVKJQZXVKJ", true), ("the quick brown fox", false),
    ("AbCdEfGhIjKl", true), ("userNameOfAccount", false),
  ])
  func `a value looks like a secret if its pairs of characters surprise`(
    _ text: String, _ isLikely: Bool
  ) {
    #expect(SecretShape.isLikely(Array(text.utf8)[...]) == isLikely)
  }

  @Test func `only values of 8 to 8192 bytes look like secrets`() {
    for (count, isLikely) in [(7, false), (8, true), (8192, true), (8193, false)] {
      let text = "$aB3$" + String(repeating: "x9", count: (count - 5) / 2)
      let bytes = Array((text.count < count ? text + "Z" : text).utf8)
      let value = [0x61] + bytes.dropFirst()
      #expect(value.count == count)
      #expect(SecretShape.isLikely(value[...]) == isLikely, "\(count)")
    }
  }

  @Test func `a pair of letters is common if English words have it`() throws {
    let letter = { (text: Character) -> Int? in
      text.asciiValue.flatMap(Bigrams.letter)
    }
    #expect(letter("a") == 0 && letter("z") == 25 && letter("A") == 0 && letter("Z") == 25)
    for character: Character in ["`", "{", "@", "[", "1"] { #expect(letter(character) == nil) }
    for (pair, isCommon) in [
      ("th", true), ("he", true), ("qu", true), ("ab", true), ("zz", true), ("aa", false),
      ("qa", false), ("zb", false), ("jj", false), ("xz", false),
    ] {
      let letters = pair.compactMap(letter)
      #expect(Bigrams.areCommon(letters[0], letters[1]) == isCommon, "\(pair)")
    }
  }

  private static let random = "kT9vQ2mZx81LpR4sW7yB"

  @Test(
    arguments: [
      (random, random), ("id \(random).", random), (String(random.dropLast()), nil),
      ("a/\(random)/b", random), ("\(random)=", random), ("base64,\(random)", nil),
      ("sha256:\(random)", nil), ("MD5=\(random)", nil), ("sha1-\(random)", nil),
      ("nonce=\"\(random)", nil), ("nonce-\(random)", nil), ("\(random).png", nil),
      ("\(random).pn", random), ("\(random).chunk", nil), ("\(random).wasm", nil),
      ("kT9vQ2mZx81LpR4sW7yBREDACTED-a-1", nil),
      ("kt9vq2mzx81lpr4sw7yb", nil), ("KT9VQ2MZX81LPR4SW7YB", nil),
      ("kTvQmZxLpRsWyBcDeFgH", nil), ("9f86d081884c7d659a2feaa0", nil),
      ("9F86d081884c7d659A2Feaa0", nil), ("aaaaaaaaaaBBBBBBBBBB11", nil),
      ("a1A1a1A1a1A1a1A1a1A1a1A1", nil),
      ("-----BEGIN PUBLIC KEY-----\n\(random)\n-----END PUBLIC KEY-----", nil),
      ("-----BEGIN PUBLIC KEY-----\nx\n-----END PUBLIC KEY-----\n\(random)", random),
      ("-----BEGIN PRIVATE KEY-----\n\(random)\n-----END PRIVATE KEY-----", random),
      ("-----BEGIN \n\(random)", random), ("ssh-rsa AAAAB3NzaC1\(random)", nil),
    ] as [(String, String?)])
  func `a run of characters that looks random is found, except in public places`(
    _ text: String, _ found: String?
  ) {
    #expect(RandomText.find(in: text) == found)
  }

  @Test func `only runs of 20 to 512 characters are random`() {
    let long = String(String(repeating: Self.random, count: 26).prefix(512))
    #expect(RandomText.find(in: long) == long)
    #expect(RandomText.find(in: long + "a") == nil)
  }

  @Test func `the rest of a redacted token is not random`() {
    let token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJvaWQiOiJiZDQ1ZjkwZS02ZWIxLTRjNDcifQ."
    #expect(RandomText.find(in: token + "REDACTED-a-1") == nil)
    #expect(RandomText.find(in: token + "x") != nil)
    #expect(RandomText.holdsPlaceholder(Array("UkVEQUNURUQtYWNjZXNzLTE".utf8)[...]))
    #expect(RandomText.holdsPlaceholder(Array("abUkVEQUNURUQtYWNjZXNzLTE".utf8)[...]))
    #expect(!RandomText.holdsPlaceholder(Array("kT9vQ2mZx81LpR4sW7yB".utf8)[...]))
  }

  @Test(arguments: [
    ("ssh-rsa x", true), ("ecdsa-sha2-x", true), ("-----BEGIN PUBLIC KEY", true),
    ("-----BEGIN CERTIFICATE", true), ("sha1-x", true), ("sha256-x", true), ("sha384-x", true),
    ("sha512-x", true), ("sha256:x", true), ("data:x", true), ("-----BEGIN PRIVATE", false),
    ("x ssh-rsa", false),
  ])
  func `a public key, a digest or a data URL is public`(_ text: String, _ isPublic: Bool) {
    #expect(RandomTextContext.isPublic(Array(text.utf8)[...]) == isPublic)
  }
}
