import Testing

@testable import GhostlightSigning

@Suite struct `Salted hashes` {
  @Test func `a salted hash matches only its password`() {
    let hash = SaltedHash("pw", salt: "0123456789abcdef")
    #expect(hash.matches("pw"))
    #expect(!hash.matches("pW") && !hash.matches("") && !hash.matches("pw "))
    #expect(hash.hash.count == 32)
  }

  @Test func `hashes with different salts differ, and stored hashes are equal`() {
    let hash = SaltedHash("pw", salt: "a")
    #expect(hash != SaltedHash("pw", salt: "b"))
    #expect(hash == SaltedHash(salt: hash.salt, hash: hash.hash))
  }
}
