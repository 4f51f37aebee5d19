import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

extension SaltedHash {
  /// Salt and hash; the password itself is nowhere.
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
