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
