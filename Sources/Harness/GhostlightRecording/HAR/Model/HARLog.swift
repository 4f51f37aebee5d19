public import GhostlightCore

/// The log of a HAR file: the program that wrote the file, and the entries.
///
/// It is a copy of the JSON in ``HARDocument/log``; assign a changed log to that property.
///
/// - Source: HAR 1.2 specification, "log".
public struct HARLog: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a log from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates a log of HAR version 1.2.
  public init(_ entries: [HAREntry], creator: HARCreator, comment: String? = nil) {
    json = ["version": "1.2", "creator": .object(creator.json)]
    if let comment { json["comment"] = .string(comment) }
    self.entries = entries
  }

  /// The version of the HAR format, such as `1.2`; `nil` if missing.
  public var version: String? { self[text: "version"] }

  /// The program that wrote the file; `nil` if the file does not name it.
  public var creator: HARCreator? { self[part: "creator"] }

  /// The pages to which the entries belong; empty if the tool did not save pages.
  public var pages: [HARPage] {
    get { self[parts: "pages"] }
    set { self[parts: "pages"] = newValue }
  }

  /// The exchanges; most tools write them in the order in which they began.
  public var entries: [HAREntry] {
    get { self[parts: "entries"] }
    set { self[parts: "entries"] = newValue }
  }

  /// A comment for people who read the file; `nil` if there is none.
  public var comment: String? { self[text: "comment"] }

  static let members: [HARMember] = [
    .optional("creator", .part(HARCreator.self)), .optional("pages", .parts(HARPage.self)),
    .required("entries", .list),
  ]
}

/// The program that wrote a HAR file.
///
/// ``Recording/init(_:)`` keeps the order of entries only in files whose creator is ``ghostlight``.
///
/// - Source: HAR 1.2 specification, "creator".
public struct HARCreator: HARObject {
  /// The creator that Ghostlight writes into its own files.
  public static let ghostlight = HARCreator(name: "Ghostlight", version: "0.1.0")

  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a creator from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// Creates a creator from the name and version of a program.
  public init(name: String, version: String) {
    json = ["name": .string(name), "version": .string(version)]
  }

  /// The program's name; `nil` if the file does not have it.
  public var name: String? { self[text: "name"] }

  /// The program's version; `nil` if the file does not have it.
  public var version: String? { self[text: "version"] }

  static let members: [HARMember] = []
}

/// A page that a browser loaded.
///
/// The entries of a page have its ``id`` as their `pageref`.
///
/// A replay does not use pages.
///
/// - Source: HAR 1.2 specification, "pages".
public struct HARPage: HARObject {
  /// All members, known and unknown, in the order of the file.
  public var json: JSONObject

  /// Creates a page from its JSON members.
  public init(json: JSONObject) { self.json = json }

  /// The id that the page's entries have as `pageref`; unique in the file.
  public var id: String? {
    get { self[text: "id"] }
    set { self[text: "id"] = newValue }
  }

  static let members: [HARMember] = []
}
