import GhostlightCore
import GhostlightEmulation

extension Permissions {
  /// The level of each verb.
  var snapshot: JSON {
    .object(
      DataVerb.allCases.reduce(into: JSONObject()) { $0[$1.rawValue] = .string(self[$1].text) })
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    _ = try reader.object()
    for verb in DataVerb.allCases {
      let level = try reader.member(verb.rawValue)
      guard let permission = Permission(try level.string()) else {
        throw level.problem("is no permission")
      }
      self[verb] = permission
    }
  }
}
