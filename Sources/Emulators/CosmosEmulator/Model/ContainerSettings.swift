import GhostlightCore
import GhostlightEmulation

/// What a container was made with; members that the service does not know are dropped.
///
/// - Source: protocol reference B9.
struct ContainerSettings: Sendable, Hashable {
  let id: String
  /// The members as they are answered, in the service's order.
  let json: JSONObject
  /// The names along each path of the partition key.
  let partitionPaths: [[String]]
  /// Paths whose values together are unique within a partition.
  let uniqueKeys: [[[String]]]
  /// Seconds after which documents expire that say nothing else; -1 is never, `nil` is no expiry.
  let defaultTTL: Int64?
  /// Whether documents are indexed at all.
  let isIndexed: Bool

  /// Reads the body of a create or replace.
  init(_ body: JSONObject) throws(Fault) {
    id = try ResourceName.read(body)
    guard case .object(let key) = body["partitionKey"], let paths = Self.paths(key) else {
      throw .missingPartitionKey
    }
    partitionPaths = paths
    uniqueKeys = Self.uniqueKeys(body["uniqueKeyPolicy"])
    defaultTTL = body["defaultTtl"]?.integer
    if let ttl = body["defaultTtl"], ttl.integer.map({ $0 == -1 || $0 > 0 }) != true {
      throw .badTTL
    }
    isIndexed = body["indexingPolicy"]?["indexingMode"]?.string?.lowercased() != "none"
    json = Self.json(id, body, key)
  }

  private static func json(
    _ id: String, _ body: JSONObject, _ key: JSONObject
  ) -> JSONObject {
    var object: JSONObject = [
      "id": .string(id),
      "indexingPolicy": body["indexingPolicy"] ?? [
        "indexingMode": "consistent", "automatic": true, "includedPaths": [["path": "/*"]],
        "excludedPaths": [["path": "/\"_etag\"/?"]],
      ],
      "partitionKey": .object(key),
    ]
    for name in ["uniqueKeyPolicy", "defaultTtl", "analyticalStorageTtl"] {
      if let value = body[name] { object[name] = value }
    }
    object["conflictResolutionPolicy"] =
      body["conflictResolutionPolicy"] ?? [
        "mode": "LastWriterWins", "conflictResolutionPath": "/_ts",
        "conflictResolutionProcedure": "",
      ]
    object["geospatialConfig"] = body["geospatialConfig"] ?? ["type": "Geography"]
    return object
  }

  private static func paths(_ key: JSONObject) -> [[String]]? {
    guard let paths = key["paths"]?.array, !paths.isEmpty, paths.count <= 3 else { return nil }
    var result: [[String]] = []
    for path in paths {
      guard let names = path.string.flatMap(names) else { return nil }
      result.append(names)
    }
    return result
  }

  /// The names along `/address/"city name"`.
  private static func names(_ path: String) -> [String]? {
    guard path.hasPrefix("/"), path.utf8.count > 1 else { return nil }
    return path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { name in
      name.count > 1 && name.hasPrefix("\"") && name.hasSuffix("\"")
        ? String(name.dropFirst().dropLast()) : String(name)
    }
  }

  private static func uniqueKeys(_ policy: JSON?) -> [[[String]]] {
    (policy?["uniqueKeys"]?.array ?? []).map { key in
      (key["paths"]?.array ?? []).compactMap { $0.string.flatMap(names) }
    }
  }
}
