import GhostlightCore

/// A change of an object or an edge, as the server sends it over the WebSocket.
///
/// - Source: EGF2/ios-client `EGF2Graph+WebSocket.swift` at d382bc1; protocol reference A15.
enum ServerChange: Sendable {
  case updated(id: String, JSONObject)
  case deleted(id: String)
  case linked(EdgeKey, id: String)
  case unlinked(EdgeKey, id: String)

  /// Parses a message that the server sends over the WebSocket.
  ///
  /// Returns `nil` for other messages, and for the creation of an object, which its edge reports.
  init?(_ text: String) {
    guard let event = try? JSON.parse(text), let method = event["method"]?.string else {
      return nil
    }
    if let id = event["object"]?.string {
      switch (method, event["current"]?.object) {
      case ("PUT", let object?): self = .updated(id: id, object)
      case ("DELETE", _): self = .deleted(id: id)
      default: return nil
      }
    } else if let edge = event["edge"], let source = edge["src"]?.string,
      let name = edge["name"]?.string, let id = edge["dst"]?.string
    {
      let key = EdgeKey(source: source, edge: name)
      switch method {
      case "POST": self = .linked(key, id: id)
      case "DELETE": self = .unlinked(key, id: id)
      default: return nil
      }
    } else {
      return nil
    }
  }

  /// The mark of this change, which is equal to the mark of the response to the call that made the
  /// change.
  var mark: ChangeMark {
    switch self {
    case .updated(let id, let object): .updated(id, object)
    case .deleted(let id): .deleted(id)
    case .linked(let key, let id): .linked(key, id)
    case .unlinked(let key, let id): .unlinked(key, id)
    }
  }

  /// Returns the message that subscribes to `keys` or unsubscribes from them, depending on `verb`.
  static func message(_ verb: String, _ keys: [NotificationKey]) -> String {
    let sorted = keys.sorted { ($0.source, $0.edge ?? "") < ($1.source, $1.edge ?? "") }
    let list = sorted.map { key -> JSON in
      guard let edge = key.edge else { return ["object_id": .string(key.source)] }
      return ["edge": ["source": .string(key.source), "name": .string(edge)]]
    }
    return JSON.object([verb: .array(list)]).text()
  }
}

/// The identity of a change, which is equal in a response and over the WebSocket.
struct ChangeMark: Sendable, Hashable {
  private enum Kind: Sendable { case updated, deleted, linked, unlinked }

  private let kind: Kind
  /// The object or edge that has changed.
  let key: NotificationKey
  /// The time of an update, or the id of the object at the other end of a link.
  private let detail: String

  /// Creates the mark of an update.
  ///
  /// Two updates of one object differ by their time.
  static func updated(_ id: String, _ object: JSONObject) -> ChangeMark {
    ChangeMark(
      kind: .updated, key: NotificationKey(source: id), detail: object["modified_at"]?.text() ?? "")
  }

  static func deleted(_ id: String) -> ChangeMark {
    ChangeMark(kind: .deleted, key: NotificationKey(source: id), detail: "")
  }

  static func linked(_ key: EdgeKey, _ id: String) -> ChangeMark {
    ChangeMark(
      kind: .linked, key: NotificationKey(source: key.source, edge: key.edge), detail: id)
  }

  static func unlinked(_ key: EdgeKey, _ id: String) -> ChangeMark {
    ChangeMark(
      kind: .unlinked, key: NotificationKey(source: key.source, edge: key.edge), detail: id)
  }
}
