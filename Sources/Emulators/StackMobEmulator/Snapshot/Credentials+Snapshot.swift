import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

extension SaltedHash {
  /// Salt and hash; the secret itself is nowhere.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(Base64.encode(hash))] }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    let text = try reader.member("hash")
    guard let hash = Base64.decode(try text.string()) else { throw text.problem("is no base64") }
    self.init(salt: try reader.member("salt").string(), hash: hash)
  }
}

extension Credentials {
  /// The hashes as a snapshot holds them.
  var snapshot: JSON {
    [
      "password": password?.snapshot ?? .null,
      "temporary": temporary.map {
        ["secret": $0.secret.snapshot, "expires": .integer($0.expires)]
      } ?? .null,
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    _ = try reader.object()
    if let secret = reader.optional("password") { password = try SaltedHash(secret) }
    if let temporary = reader.optional("temporary") {
      self.temporary = Temporary(
        secret: try SaltedHash(try temporary.member("secret")),
        expires: try temporary.member("expires").integer())
    }
  }
}
