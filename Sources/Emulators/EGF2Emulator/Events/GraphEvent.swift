import GhostlightCore
import GhostlightEmulation

/// One change as those who subscribed to it are told (A15).
struct GraphEvent: Sendable {
  let id: String
  /// Milliseconds since 1970.
  let milliseconds: Int64
  /// Who made the change; `nil` where a service did.
  let user: String?
  let change: GraphChange

  /// What the event is about, as subscriptions name it.
  var topic: String {
    switch change {
    case .created(let object), .updated(let object, _), .deleted(let object):
      Self.topic(object: object["id"]?.string ?? "")
    case .linked(let link), .unlinked(let link):
      Self.topic(source: link.source, edge: link.edge)
    }
  }

  /// What events of an object are about.
  static func topic(object id: String) -> String { "object:\(id)" }

  /// What events of an edge are about.
  static func topic(source: String, edge: String) -> String { "edge:\(source)/\(edge)" }

  /// The event as clients get it.
  var json: JSONObject {
    var event = JSONObject()
    event["id"] = .string(id)
    event["object_type"] = "event"
    event["method"] = .string(method)
    switch change {
    case .created(let object), .updated(let object, _), .deleted(let object):
      event["object"] = object["id"]
    case .linked(let link), .unlinked(let link):
      event["edge"] = [
        "src": .string(link.source), "name": .string(link.edge), "dst": .string(link.destination),
      ]
    }
    if let user { event["user"] = .string(user) }
    event["created_at"] = .integer(milliseconds * 1000)
    switch change {
    case .created(let object): event["current"] = .object(object)
    case .updated(let object, let previous):
      event["current"] = .object(object)
      event["previous"] = .object(previous)
    case .deleted(let previous): event["previous"] = .object(previous)
    case .linked, .unlinked: break
    }
    return event
  }

  private var method: String {
    switch change {
    case .created, .linked: "POST"
    case .updated: "PUT"
    case .deleted, .unlinked: "DELETE"
    }
  }
}

extension EGF2State {
  /// Tells of a change that has been made, unless its type is silent about changes.
  ///
  /// A graph whose configuration has no type `event` tells nothing.
  mutating func publish(_ change: GraphChange, by user: String?, _ moment: inout Moment) {
    guard let type = schema.type(named: "event"), !isSilent(change) else { return }
    events.append(
      GraphEvent(
        id: newID(of: type, &moment), milliseconds: moment.milliseconds, user: user,
        change: change))
  }

  /// Whether the type of the object, or of an edge's source, keeps changes to itself.
  private func isSilent(_ change: GraphChange) -> Bool {
    let id =
      switch change {
      case .created(let object), .updated(let object, _), .deleted(let object):
        object["id"]?.string ?? ""
      case .linked(let link), .unlinked(let link): link.source
      }
    return schema.type(ofID: id)?.isSilent != false
  }
}
