public import GhostlightCore

/// A program: the one that wrote the file, or the browser that was recorded.
///
/// - Source: HAR 1.2 specification, "creator" and "browser".
public struct HARCreator: HARObject {
  /// Ghostlight itself.
  public static let ghostlight = HARCreator(name: "Ghostlight", version: "0.1.0")

  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a creator.
  public init(json: JSONObject) { self.json = json }

  /// Makes a creator.
  public init(name: String, version: String) {
    json = ["name": .string(name), "version": .string(version)]
  }

  /// The name of the program.
  public var name: String? { self[text: "name"] }

  /// Its version.
  public var version: String? { self[text: "version"] }

  static let members: [HARMember] = []
}
