import GhostlightCore
import GhostlightEmulation

/// The limits of a container's definition and of its partition keys.
///
/// They are checked when a container is created or replaced, and not when a snapshot is restored.
///
/// - Source: Microsoft's page on service quotas (azure-databases-docs, `concepts-limits`).
extension ContainerSettings {
  /// The maximum length of a string in a partition key, in bytes.
  static let longestKey = 2048

  private static let mostUniqueKeys = 10
  private static let mostKeyPaths = 16
  private static let mostIndexes = 100
  private static let mostIndexPaths = 8

  /// Rejects a definition that has more keys, indexes or paths than the service allows.
  func checkLimits() throws(Fault) {
    try Self.check(uniqueKeys.count, Self.mostUniqueKeys, "unique keys in a container")
    for key in uniqueKeys {
      try Self.check(key.count, Self.mostKeyPaths, "paths in a unique key")
    }
    let indexes = json["indexingPolicy"]?["compositeIndexes"]?.array ?? []
    try Self.check(indexes.count, Self.mostIndexes, "composite indexes in a container")
    for index in indexes {
      try Self.check(index.array?.count ?? 0, Self.mostIndexPaths, "paths in a composite index")
    }
  }

  private static func check(_ count: Int, _ most: Int, _ what: String) throws(Fault) {
    guard count > most else { return }
    throw .badPolicy.filled(["problem": "There are \(count) \(what): at most \(most) are allowed."])
  }
}
