import GhostlightCore
import GhostlightEmulation

/// Brings older forms of the snapshot to the present one.
enum SnapshotConversion {
  /// The present form.
  static let form: Int64 = 2

  /// The snapshot in the present form.
  ///
  /// Form 1 did not say its number, and knew neither permissions nor what surrounds the datastore:
  /// all verbs are open, nothing else is there.
  static func upToDate(_ snapshot: JSON) -> JSON {
    guard case .object(var object) = snapshot, object["form"] == nil,
      object["development"]?["files"] == nil
    else { return snapshot }
    object["form"] = .integer(form)
    for environment in ["development", "production"] {
      object[environment] = object[environment].map(environmentOfForm1)
    }
    if case .object(var versions) = object["deployed"] {
      for key in versions.keys { versions[key] = versions[key].map(schemasOfForm1) }
      object["deployed"] = .object(versions)
    }
    return .object(object)
  }

  private static func environmentOfForm1(_ environment: JSON) -> JSON {
    guard case .object(var object) = environment else { return environment }
    object["schemas"] = object["schemas"].map(schemasOfForm1)
    object["files"] = []
    object["socialAccounts"] = ["links": [], "tokens": []]
    object["customCode"] = []
    object["pushTokens"] = ["registered": [], "expired": []]
    object["roles"] = []
    return .object(object)
  }

  private static func schemasOfForm1(_ schemas: JSON) -> JSON {
    guard case .array(let elements) = schemas else { return schemas }
    return .array(
      elements.map { element in
        guard case .object(var schema) = element else { return element }
        schema["permissions"] = Permissions().snapshot
        return .object(schema)
      })
  }
}
