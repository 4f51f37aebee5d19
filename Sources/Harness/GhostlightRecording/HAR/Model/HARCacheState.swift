public import GhostlightCore

/// An entry of a browser's cache.
///
/// - Source: HAR 1.2 specification, "beforeRequest" and "afterRequest".
public struct HARCacheState: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as an entry of a cache.
  public init(json: JSONObject) { self.json = json }

  /// When it ends, in ISO 8601.
  public var expires: String? { self[text: "expires"] }

  /// When it was last opened, in ISO 8601.
  public var lastAccess: String? { self[text: "lastAccess"] }

  /// The entity tag.
  public var entityTag: String? { self[text: "eTag"] }

  /// How often it was opened.
  public var hitCount: Int? { self[integer: "hitCount"] }

  static let members: [HARMember] = []
}
