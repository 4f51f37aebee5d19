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
  /// The name of ``EGF2EdgeRefreshed`` in later versions.
  ///
  /// - Source: protocol reference B17.
  public static var EGF2EdgeLocallyRefreshed: Notification.Name { .EGF2EdgeRefreshed }
  /// The name of ``EGF2EdgePageLoaded`` in later versions.
  ///
  /// - Source: protocol reference B17.
  public static var EGF2EdgeLocallyPageLoaded: Notification.Name { .EGF2EdgePageLoaded }
  /// An object was created.
  public static let EGF2ObjectCreated = Notification.Name("EGF2ObjectCreated")
  /// An object was updated.
  public static let EGF2ObjectUpdated = Notification.Name("EGF2ObjectUpdated")
  /// An object was deleted.
  public static let EGF2ObjectDeleted = Notification.Name("EGF2ObjectDeleted")
}

/// Objective-C's name of `.EGF2EdgeCreated`.
public let EGF2NotificationEdgeCreated = Notification.Name.EGF2EdgeCreated
/// Objective-C's name of `.EGF2EdgeRemoved`.
public let EGF2NotificationEdgeRemoved = Notification.Name.EGF2EdgeRemoved
/// Objective-C's name of `.EGF2EdgeRefreshed`.
public let EGF2NotificationEdgeRefreshed = Notification.Name.EGF2EdgeRefreshed
/// Objective-C's name of `.EGF2EdgePageLoaded`.
public let EGF2NotificationEdgePageLoaded = Notification.Name.EGF2EdgePageLoaded
/// Objective-C's name of `.EGF2EdgeLocallyRefreshed`.
public let EGF2NotificationEdgeLocallyRefreshed = Notification.Name.EGF2EdgeLocallyRefreshed
/// Objective-C's name of `.EGF2EdgeLocallyPageLoaded`.
public let EGF2NotificationEdgeLocallyPageLoaded = Notification.Name.EGF2EdgeLocallyPageLoaded
/// Objective-C's name of `.EGF2ObjectCreated`.
public let EGF2NotificationObjectCreated = Notification.Name.EGF2ObjectCreated
/// Objective-C's name of `.EGF2ObjectUpdated`.
public let EGF2NotificationObjectUpdated = Notification.Name.EGF2ObjectUpdated
/// Objective-C's name of `.EGF2ObjectDeleted`.
public let EGF2NotificationObjectDeleted = Notification.Name.EGF2ObjectDeleted

/// The name of the edge.
public let EGF2EdgeInfoKey = "EGF2EdgeInfoKey"
/// The id of the object that has the edge.
public let EGF2SourceInfoKey = "EGF2SourceInfoKey"
/// The object; the id of a deleted one that was not cached.
public let EGF2ObjectInfoKey = "EGF2ObjectInfoKey"
/// The object on the edge; its id where it is not cached.
public let EGF2EdgeObjectInfoKey = "EGF2EdgeObjectInfoKey"
/// The objects of the page.
public let EGF2EdgeObjectsInfoKey = "EGF2EdgeObjectsInfoKey"
/// How many objects the edge has, as Int.
public let EGF2EdgeObjectsCountInfoKey = "EGF2EdgeObjectsCountInfoKey"
/// The id of the object; on edges, of the one that has the edge.
///
/// - Source: assumption: the key of later versions, beside the others.
public let EGF2ObjectIdInfoKey = "EGF2ObjectIdInfoKey"
/// The id of the object on the edge.
///
/// - Source: assumption: the key of later versions, beside the others.
public let EGF2EdgeObjectIdInfoKey = "EGF2EdgeObjectIdInfoKey"
