public import GhostlightCore

/// What a file holds: who wrote it, and its entries.
///
/// - Source: HAR 1.2 specification, "log".
public struct HARLog: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Looks at members as a log.
  public init(json: JSONObject) { self.json = json }

  /// Makes a log of version 1.2.
  public init(_ entries: [HAREntry], creator: HARCreator, comment: String? = nil) {
    json = ["version": "1.2", "creator": .object(creator.json)]
    if let comment { json["comment"] = .string(comment) }
    self.entries = entries
  }

  /// The version of the format, `1.2`.
  public var version: String? { self[text: "version"] }

  /// The program that wrote the file.
  public var creator: HARCreator? { self[part: "creator"] }

  /// The browser that was recorded, where one was.
  public var browser: HARCreator? { self[part: "browser"] }

  /// The pages that the entries belong to.
  public var pages: [HARPage] {
    get { self[parts: "pages"] }
    set { self[parts: "pages"] = newValue }
  }

  /// The exchanges; most tools write them in the order in which they began.
  public var entries: [HAREntry] {
    get { self[parts: "entries"] }
    set { self[parts: "entries"] = newValue }
  }

  /// What people should know of the file.
  public var comment: String? { self[text: "comment"] }

  static let members: [HARMember] = [
    .optional("creator", .part(HARCreator.self)), .optional("pages", .parts(HARPage.self)),
    .required("entries", .parts(HAREntry.self)),
  ]
}
