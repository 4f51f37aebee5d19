public import GhostlightCore

/// The content of a HAR file: the program that wrote it, and its entries.
///
/// It is a view of the JSON of ``HARDocument/log``; set it back after a change, since it is a
/// value.
///
/// - Source: HAR 1.2 specification, "log".
public struct HARLog: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a log.
  public init(json: JSONObject) { self.json = json }

  /// Creates a log of version 1.2.
  public init(_ entries: [HAREntry], creator: HARCreator, comment: String? = nil) {
    json = ["version": "1.2", "creator": .object(creator.json)]
    if let comment { json["comment"] = .string(comment) }
    self.entries = entries
  }

  /// The version of the format, `1.2`.
  public var version: String? { self[text: "version"] }

  /// The program that wrote the file.
  public var creator: HARCreator? { self[part: "creator"] }

  /// The browser that was recorded; `nil` if none was.
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

  /// A comment for people who read the file.
  public var comment: String? { self[text: "comment"] }

  static let members: [HARMember] = [
    .optional("creator", .part(HARCreator.self)), .optional("pages", .parts(HARPage.self)),
    .required("entries", .parts(HAREntry.self)),
  ]
}

/// The program that wrote a file, or the browser that was recorded.
///
/// ``Recording/init(_:)`` keeps the order of entries only in files whose creator is ``ghostlight``.
///
/// - Source: HAR 1.2 specification, "creator" and "browser".
public struct HARCreator: HARObject {
  /// The creator of files that Ghostlight writes.
  public static let ghostlight = HARCreator(name: "Ghostlight", version: "0.1.0")

  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a creator.
  public init(json: JSONObject) { self.json = json }

  /// Creates a creator with a name and a version.
  public init(name: String, version: String) {
    json = ["name": .string(name), "version": .string(version)]
  }

  /// The name of the program.
  public var name: String? { self[text: "name"] }

  /// The version of the program.
  public var version: String? { self[text: "version"] }

  static let members: [HARMember] = []
}

/// A page that a browser loaded.
///
/// Entries name their page by its id. A replay does not use pages.
///
/// - Source: HAR 1.2 specification, "pages".
public struct HARPage: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of a page.
  public init(json: JSONObject) { self.json = json }

  /// The time at which loading began, in ISO 8601.
  public var startedDateTime: String? { self[text: "startedDateTime"] }

  /// The id that the entries of the page have as `pageref`; unique in the file.
  public var id: String? {
    get { self[text: "id"] }
    set { self[text: "id"] = newValue }
  }

  /// The title of the page.
  public var title: String? { self[text: "title"] }

  /// The durations until the page was loaded.
  public var timings: HARPageTimings? { self[part: "pageTimings"] }

  static let members: [HARMember] = []
}

/// The durations until a page was loaded.
///
/// Only browsers write them. Both are in milliseconds from the start of loading.
///
/// - Source: HAR 1.2 specification, "pageTimings".
public struct HARPageTimings: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a view of the members of page timings.
  public init(json: JSONObject) { self.json = json }

  /// Milliseconds until the content was loaded; -1 if unknown.
  public var contentLoadMilliseconds: Double? { self[number: "onContentLoad"] }

  /// Milliseconds until everything was loaded; -1 if unknown.
  public var loadMilliseconds: Double? { self[number: "onLoad"] }

  static let members: [HARMember] = []
}
