import GhostlightCore
import GhostlightEmulation

/// A change of the graph in the form in which subscribers receive it (A15).
struct GraphEvent: Sendable {
  let id: String
  /// The time of the change, in milliseconds since 1970.
  let milliseconds: Int64
  /// The id of the user who made the change; `nil` if a service made it.
  let user: String?
  let change: GraphChange

  /// The topic to which clients must subscribe to receive the event.
  var topic: String {
    switch change {
    case .created(let object), .updated(let object, _), .deleted(let object):
      Self.topic(object: object["id"]?.string ?? "")
    case .linked(let link), .unlinked(let link):
      Self.topic(source: link.source, edge: link.edge)
    }
  }

  /// Returns the topic of an object's events.
  static func topic(object id: String) -> String { "object:\(id)" }

  /// Returns the topic of an edge's events.
  static func topic(source: String, edge: String) -> String { "edge:\(source)/\(edge)" }

  /// The event as the JSON object that clients receive.
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
  /// Adds the event of a change, unless the object's type is silent.
  ///
  /// If the configuration does not have the type `event`, nothing is added.
  mutating func publish(_ change: GraphChange, by user: String?, _ moment: inout Moment) {
    guard let type = schema.type(named: "event"), !isSilent(change) else { return }
    events.append(
      GraphEvent(
        id: newID(of: type, &moment), milliseconds: moment.milliseconds, user: user,
        change: change))
  }

  /// Returns whether the type of the changed object, or of a changed link's source, is silent.
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
