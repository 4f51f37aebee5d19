public import GhostlightCore

/// A page that a browser loaded.
///
/// - Source: HAR 1.2 specification, "pages".
public struct HARPage: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a page.
  public init(json: JSONObject) { self.json = json }

  /// When loading began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// What the entries of the page name in `pageref`; unique in the file.
  public var id: String? {
    get { self[text: "id"] }
    set { self[text: "id"] = newValue }
  }

  /// The title.
  public var title: String? { self[text: "title"] }

  /// How long loading took.
  public var timings: HARPageTimings? { self[part: "pageTimings"] }

  static let members: [HARMember] = []
}
