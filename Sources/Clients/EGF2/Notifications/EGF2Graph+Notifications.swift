import Foundation
import Synchronization

/// The objects by which apps observe notifications about one graph object or one edge.
///
/// - Source: protocol reference B14.
extension EGF2Graph {
  /// Returns the `object` argument for observing notifications about a graph object.
  ///
  /// Calls with the same id return the same object.
  public func notificationObject(forSource source: String) -> Any {
    notificationObject(NotificationKey(source: resolved(source)))
  }

  /// Returns the `object` argument for observing notifications about an edge.
  ///
  /// Calls with the same id and edge name return the same object.
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
  /// Returns the event for a created object.
  ///
  /// `comesFirst` is whether the event is posted before the app receives its result. It is `false`
  /// only for an object that was created on an edge.
  func objectCreated(_ record: ObjectRecord, comesFirst: Bool) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectCreated,
      details: [EGF2ObjectInfoKey: .result, EGF2ObjectIdInfoKey: .text(record.id)],
      comesFirst: comesFirst)
  }

  func objectUpdated(_ record: ObjectRecord, as detail: NewsDetail = .result) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectUpdated,
      object: notificationObject(NotificationKey(source: record.id)),
      details: [EGF2ObjectInfoKey: detail, EGF2ObjectIdInfoKey: .text(record.id)])
  }

  func objectDeleted(_ id: String, _ record: ObjectRecord?) -> GraphEvent {
    GraphEvent(
      name: .EGF2ObjectDeleted, object: notificationObject(NotificationKey(source: id)),
      details: [
        EGF2ObjectInfoKey: record.map { .record($0) } ?? .text(id),
        EGF2ObjectIdInfoKey: .text(id),
      ])
  }

  /// Returns the record of an object at the end of a link if it is cached, otherwise its id.
  func detail(of id: String) -> NewsDetail { cachedRecord(id).map { .record($0) } ?? .text(id) }

  /// Returns the event for a link that was created or removed.
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

  /// Returns the event for a page that the server has sent.
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

/// A notification that is posted when a call passes its result to the app.
struct GraphEvent: Sendable {
  let name: Notification.Name
  /// The notification's object, which stands for a graph object or an edge; `nil` for neither.
  var object: NotificationObject?
  var details: [String: NewsDetail]
  /// Whether the notification is posted before the app receives the result of its call.
  var comesFirst = false

  /// Posts the notification at the environment's center, and calls the graph's own observers.
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

/// An entry of a notification's user info, before the callback queue posts the notification.
enum NewsDetail: Sendable {
  case text(String)
  case number(Int)
  case record(ObjectRecord)
  /// The result that the app receives: one object, or one page of an edge's objects.
  case result

  /// Returns the value for the user info.
  ///
  /// `result` is the result that the app receives.
  func value(about result: Any) -> Any {
    switch self {
    case .text(let text): text
    case .number(let number): number
    case .record(let record): record.built()
    case .result: (result as? EGF2Page)?.objects ?? result
    }
  }
}

/// The subject of a notification: an object, or one of its edges.
struct NotificationKey: Sendable, Hashable {
  let source: String
  var edge: String?
}

/// The `object` of notifications about an object or an edge.
///
/// Observers compare it by identity.
final class NotificationObject: NSObject, Sendable {
  let key: NotificationKey

  init(_ key: NotificationKey) { self.key = key }
}
