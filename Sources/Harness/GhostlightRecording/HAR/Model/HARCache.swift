public import GhostlightCore

/// What the browser's cache knew before and after an exchange.
///
/// - Source: HAR 1.2 specification, "cache".
public struct HARCache: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a cache.
  public init(json: JSONObject) { self.json = json }

  /// The state before.
  public var before: HARCacheState? { self[part: "beforeRequest"] }

  /// The state after.
  public var after: HARCacheState? { self[part: "afterRequest"] }

  static let members: [HARMember] = []
}
