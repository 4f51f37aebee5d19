public import GhostlightCore
public import GhostlightEmulation

extension CosmosBackend {
  /// The form of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// Databases, containers, documents, users and permissions.
  public var snapshot: JSON {
    [
      "databases": .array(state.databases.map(\.snapshot)),
      "databaseCount": .integer(Int64(state.databaseCount)),
      "writes": .integer(Int64(clamping: state.writes)),
    ]
  }

  /// Takes over what ``snapshot`` wrote; the settings stay.
  ///
  /// - Throws: `SnapshotError` with the place; the account is then as it was.
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
  /// A number from 0.
  func count<Number: FixedWidthInteger>() throws(SnapshotError) -> Number {
    guard let number = Number(exactly: try integer()), number >= 0 else {
      throw error("is no count")
    }
    return number
  }
}
