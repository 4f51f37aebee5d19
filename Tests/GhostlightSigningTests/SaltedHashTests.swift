import Testing

@testable import GhostlightSigning

@Suite struct `Salted hashes` {
  @Test func `match the password they were made of, and no other`() {
    let hash = SaltedHash("pw", salt: "0123456789abcdef")
    #expect(hash.matches("pw"))
    #expect(!hash.matches("pW") && !hash.matches("") && !hash.matches("pw "))
    #expect(hash.hash.count == 32)
  }

  @Test func `differ by their salts, and are the same when taken over`() {
    let hash = SaltedHash("pw", salt: "a")
    #expect(hash != SaltedHash("pw", salt: "b"))
    #expect(hash == SaltedHash(salt: hash.salt, hash: hash.hash))
  }
}
