import Foundation
import Synchronization

/// What stands for objects and edges when notifications are observed.
///
/// - Source: protocol reference B14.
extension EGF2Graph {
  /// The object to observe changes of a graph object with; always the same for an id.
  public func notificationObject(forSource source: String) -> Any {
    notificationObject(NotificationKey(source: resolved(source)))
  }

  /// The object to observe changes of an edge with; always the same for an id and a name.
  public func notificationObject(forSource source: String, andEdge edge: String) -> Any {
    notificationObject(NotificationKey(source: resolved(source), edge: edge))
  }

  func notificationObject(_ key: NotificationKey) -> NotificationObject {
    state.withLock { state in
      if let known = state.notificationObjects[key] { return known }
      let object = NotificationObject(key)
      state.notificationObjects[key] = object
      return object
    }
  }
}

extension EGF2Graph {
  /// An object was created; told first, unless it was created on an edge.
  func objectCreated(_ record: ObjectRecord, comesFirst: Bool) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectCreated,
      details: [EGF2ObjectInfoKey: .result, EGF2ObjectIdInfoKey: .text(record.id)],
      comesFirst: comesFirst)
  }

  /// An object was updated.
  func objectUpdated(_ record: ObjectRecord, as detail: NewsDetail = .result) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectUpdated,
      object: notificationObject(NotificationKey(source: record.id)),
      details: [EGF2ObjectInfoKey: detail, EGF2ObjectIdInfoKey: .text(record.id)])
  }

  /// An object was deleted.
  func objectDeleted(_ id: String, _ record: ObjectRecord?) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectDeleted, object: notificationObject(NotificationKey(source: id)),
      details: [
        EGF2ObjectInfoKey: record.map { .record($0) } ?? .text(id),
        EGF2ObjectIdInfoKey: .text(id),
      ])
  }

  /// Returns the entry for the object at the end of a link.
  func detail(of id: String) -> NewsDetail { cachedRecord(id).map { .record($0) } ?? .text(id) }

  /// A link was made or removed.
  func edgeChanged(
    _ name: Notification.Name, _ key: EdgeKey, to id: String, _ object: NewsDetail
  ) -> GraphEvent {
    GraphEvent(
      name: name, object: notificationObject(NotificationKey(source: key.source, edge: key.edge)),
      details: [
        EGF2SourceInfoKey: .text(key.source), EGF2EdgeInfoKey: .text(key.edge),
        EGF2EdgeObjectInfoKey: object, EGF2ObjectIdInfoKey: .text(key.source),
        EGF2EdgeObjectIdInfoKey: .text(id),
      ])
  }

  /// A page came from the server.
  func pageCame(_ name: Notification.Name, _ key: EdgeKey, count: Int) -> GraphEvent {
    GraphEvent(
      name: name, object: notificationObject(NotificationKey(source: key.source, edge: key.edge)),
      details: [
        EGF2SourceInfoKey: .text(key.source), EGF2EdgeInfoKey: .text(key.edge),
        EGF2EdgeObjectsInfoKey: .result, EGF2EdgeObjectsCountInfoKey: .number(count),
        EGF2ObjectIdInfoKey: .text(key.source),
      ])
  }
}

/// A notification that is to be posted once the app gets its result.
struct GraphEvent: Sendable {
  let name: Notification.Name
  /// What it is about; nil for all.
  var object: NotificationObject?
  var details: [String: NewsDetail]
  /// Whether it is posted before the result is told.
  var comesFirst = false

  /// Posts it at the center of the environment, and calls the observers that the graph has itself.
  func post(by graph: EGF2Graph, about result: Any) {
    let notification = Notification(
      name: name, object: object, userInfo: details.mapValues { $0.value(about: result) })
    graph.environment.notificationCenter.post(notification)
    guard let key = object?.key else { return }
    for block in graph.listening.withLock({ $0.blocks(for: name, of: key) }) { block(notification) }
    #if canImport(ObjectiveC)
      graph.selectorCenter.post(notification)
    #endif
  }
}

/// One entry of a notification's user info, on its way to the callback queue.
enum NewsDetail: Sendable {
  case text(String)
  case number(Int)
  case record(ObjectRecord)
  /// What the app itself gets: the object, or the objects of the page.
  case result

  /// The entry, where the app gets this.
  func value(about result: Any) -> Any {
    switch self {
    case .text(let text): text
    case .number(let number): number
    case .record(let record): record.built()
    case .result: (result as? EGF2Page)?.objects ?? result
    }
  }
}

/// What a notification is about: an object, or one of its edges.
struct NotificationKey: Sendable, Hashable {
  let source: String
  var edge: String?
}

/// What stands for an object or an edge as the `object` of notifications, by its identity.
final class NotificationObject: NSObject, Sendable {
  let key: NotificationKey

  init(_ key: NotificationKey) { self.key = key }
}
