public import Foundation
import Synchronization

/// Observers of objects and edges, which are notified of changes by this graph and by other
/// devices.
///
/// The server sends changes by other devices while ``webSocketURL`` is set. The graph identifies an
/// observer by its memory address and does not retain it, so remove it in its `deinit` at the
/// latest. Blocks are called on the callback queue, after the observers of
/// `notificationObject(forSource:)`.
///
/// - Source: EGF2/ios-client `EGF2Graph+Notifications.swift` at d382bc1; protocol reference B17. The
///   forms with a selector exist on Apple's systems only; those with a block exist everywhere.
extension EGF2Graph {
  /// Calls a block when an object is updated or deleted, depending on `name`.
  public func addObserver(
    _ observer: AnyObject, name: Notification.Name, forSource source: String,
    using block: @escaping @Sendable (Notification) -> Void
  ) {
    addObserver(observer, name: name, forSources: [source], using: block)
  }

  /// Calls a block when one of several objects is updated or deleted, depending on `name`.
  public func addObserver(
    _ observer: AnyObject, name: Notification.Name, forSources sources: [String],
    using block: @escaping @Sendable (Notification) -> Void
  ) {
    observe(sources.map { NotificationKey(source: resolved($0)) }, observer, name, block)
  }

  /// Calls a block when a link of an edge is created or removed, depending on `name`.
  public func addObserver(
    _ observer: AnyObject, name: Notification.Name, forSource source: String, andEdge edge: String,
    using block: @escaping @Sendable (Notification) -> Void
  ) {
    observe([NotificationKey(source: resolved(source), edge: edge)], observer, name, block)
  }

  /// Removes an observer of an object.
  public func removeObserver(
    _ observer: AnyObject, name: Notification.Name, fromSource source: String
  ) {
    ignore(NotificationKey(source: resolved(source)), observer, name)
  }

  /// Removes an observer of an edge.
  public func removeObserver(
    _ observer: AnyObject, name: Notification.Name, fromSource source: String, andEdge edge: String
  ) {
    ignore(NotificationKey(source: resolved(source), edge: edge), observer, name)
  }

  /// Removes an observer from all objects and edges.
  public func removeObserver(_ observer: AnyObject) {
    #if canImport(ObjectiveC)
      selectorCenter.removeObserver(observer)
    #endif
    let identity = ObjectIdentifier(observer)
    subscribe("unsubscribe") { $0.remove(identity) }
  }

  private func observe(
    _ keys: [NotificationKey], _ observer: AnyObject, _ name: Notification.Name,
    _ block: Observation.Block?
  ) {
    let observation = Observation(
      observer: ObjectIdentifier(observer), name: name, block: block)
    subscribe("subscribe") { $0.add(observation, to: keys) }
  }

  private func ignore(
    _ key: NotificationKey, _ observer: AnyObject, _ name: Notification.Name
  ) {
    #if canImport(ObjectiveC)
      selectorCenter.removeObserver(observer, name: name, object: notificationObject(key))
    #endif
    let identity = ObjectIdentifier(observer)
    subscribe("unsubscribe") { $0.remove(identity, from: (key, name)) }
  }
}

#if canImport(ObjectiveC)
  /// Observers with selectors, as in the original SDK.
  extension EGF2Graph {
    /// Sends the message `aSelector` when an object is updated or deleted, depending on `aName`.
    public func addObserver(
      _ observer: NSObject, selector aSelector: Selector, name aName: Notification.Name,
      forSource source: String
    ) {
      addObserver(observer, selector: aSelector, name: aName, forSources: [source])
    }

    /// Sends the message `aSelector` when one of several objects is updated or deleted.
    ///
    /// `aName` is the name of the notification to observe.
    public func addObserver(
      _ observer: NSObject, selector aSelector: Selector, name aName: Notification.Name,
      forSources sources: [String]
    ) {
      observe(
        sources.map { NotificationKey(source: resolved($0)) }, observer, aSelector, aName)
    }

    /// Sends the message `aSelector` when a link of an edge is created or removed, depending on
    /// `aName`.
    public func addObserver(
      _ observer: NSObject, selector aSelector: Selector, name aName: Notification.Name,
      forSource source: String, andEdge edge: String
    ) {
      observe([NotificationKey(source: resolved(source), edge: edge)], observer, aSelector, aName)
    }

    private func observe(
      _ keys: [NotificationKey], _ observer: NSObject, _ selector: Selector,
      _ name: Notification.Name
    ) {
      for key in keys {
        selectorCenter.addObserver(
          observer, selector: selector, name: name, object: notificationObject(key))
      }
      observe(keys, observer, name, nil)
    }
  }
#endif
