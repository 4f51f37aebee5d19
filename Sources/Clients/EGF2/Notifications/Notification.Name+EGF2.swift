public import Foundation

/// What the module makes known, on the queue of its callbacks.
///
/// - Source: protocol reference B14.
extension Notification.Name {
  /// A new edge was created.
  public static let EGF2EdgeCreated = Notification.Name("EGF2EdgeCreated")
  /// An existing edge was removed.
  public static let EGF2EdgeRemoved = Notification.Name("EGF2EdgeRemoved")
  /// An edge was refreshed: its cached pages were dropped, and the first one was loaded.
  public static let EGF2EdgeRefreshed = Notification.Name("EGF2EdgeRefreshed")
  /// A page of an edge was loaded.
  public static let EGF2EdgePageLoaded = Notification.Name("EGF2EdgePageLoaded")
  /// An object was created.
  public static let EGF2ObjectCreated = Notification.Name("EGF2ObjectCreated")
  /// An object was updated.
  public static let EGF2ObjectUpdated = Notification.Name("EGF2ObjectUpdated")
  /// An object was deleted.
  public static let EGF2ObjectDeleted = Notification.Name("EGF2ObjectDeleted")
}
