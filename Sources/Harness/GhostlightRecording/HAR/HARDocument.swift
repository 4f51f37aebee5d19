public import GhostlightCore

/// A HAR file: a log, and whatever else its author put beside it.
///
/// Members that nobody here knows stay where they are, in their order and with their digits: only
/// white space, and how characters are escaped, may differ after reading and printing.
///
/// - Source: HAR 1.2 specification.
public struct HARDocument: Sendable, Hashable {
  /// What messages call the document: the name of its file.
  public var name: String
  /// All members of the outermost object.
  public var json: JSONObject

  /// The log; without one, an empty log.
  public var log: HARLog {
    get { HARLog(json: json["log"]?.object ?? [:]) }
    set { json["log"] = .object(newValue.json) }
  }

  /// Makes a document of a log.
  public init(_ log: HARLog, named name: String = "recording") {
    self.name = name
    json = ["log": .object(log.json)]
  }

  /// Makes a document of what happened, with its comment.
  public init(_ recording: Recording, creator: HARCreator = .ghostlight) {
    self.init(
      HARLog(recording.exchanges.map(HAREntry.init), creator: creator, comment: recording.comment))
  }

  /// The document as a file: pretty, two spaces a level, a newline at the end.
  ///
  /// The same document always prints the same bytes.
  public var bytes: [UInt8] {
    Array((JSON.object(json).text(pretty: true) + "\n").utf8)
  }
}
