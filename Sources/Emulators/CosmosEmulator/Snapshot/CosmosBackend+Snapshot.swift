public import GhostlightCore
public import GhostlightEmulation

extension CosmosBackend {
  /// The version of the format of ``snapshot``, which is stored with it.
  public static var snapshotVersion: Int { 1 }

  /// The account's state as JSON: databases, containers, documents, users and permissions.
  public var snapshot: JSON {
    [
      "databases": .array(state.databases.map(\.snapshot)),
      "databaseCount": .integer(Int64(state.databaseCount)),
      "writes": .integer(Int64(clamping: state.writes)),
    ]
  }

  /// Replaces the state with that of a ``snapshot``.
  ///
  /// Settings from the configuration are unchanged.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member. The account is unchanged
  ///   then.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    var restored = CosmosState(state.configuration)
    for element in try reader.member("databases").elements() {
      restored.databases.append(try Database(element))
    }
    restored.databaseCount = try reader.member("databaseCount").count()
    restored.writes = try reader.member("writes").count()
    state = restored
  }
}

extension SnapshotReader {
  /// Returns the value as an integer, if it is a whole number from 0 on.
  func count<Number: FixedWidthInteger>() throws(SnapshotError) -> Number {
    guard let number = Number(exactly: try integer()), number >= 0 else {
      throw error("is not a valid count")
    }
    return number
  }
}
