public import GhostlightCore

/// How long a page took to load.
///
/// - Source: HAR 1.2 specification, "pageTimings".
public struct HARPageTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as timings.
  public init(json: JSONObject) { self.json = json }

  /// Milliseconds until the content was loaded; -1 where unknown.
  public var contentLoadMilliseconds: Double? { self[number: "onContentLoad"] }

  /// Milliseconds until everything was loaded; -1 where unknown.
  public var loadMilliseconds: Double? { self[number: "onLoad"] }

  static let members: [HARMember] = []
}
