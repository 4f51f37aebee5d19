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
