public import Foundation

/// The notifications of a graph, which are posted on its callback queue.
///
/// - Source: protocol reference B14.
extension Notification.Name {
  /// An object was added to an edge.
  public static let EGF2EdgeCreated = Notification.Name("EGF2EdgeCreated")
  /// An object was removed from an edge.
  public static let EGF2EdgeRemoved = Notification.Name("EGF2EdgeRemoved")
  /// An edge was refreshed: its cached pages were removed, and the first page was loaded.
  public static let EGF2EdgeRefreshed = Notification.Name("EGF2EdgeRefreshed")
  /// A page of an edge was loaded from the server.
  public static let EGF2EdgePageLoaded = Notification.Name("EGF2EdgePageLoaded")
  /// The name of ``EGF2EdgeRefreshed`` in later versions of the SDK.
  ///
  /// - Source: protocol reference B17.
  public static var EGF2EdgeLocallyRefreshed: Notification.Name { .EGF2EdgeRefreshed }
  /// The name of ``EGF2EdgePageLoaded`` in later versions of the SDK.
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

/// The Objective-C name of `.EGF2EdgeCreated`.
public let EGF2NotificationEdgeCreated = Notification.Name.EGF2EdgeCreated
/// The Objective-C name of `.EGF2EdgeRemoved`.
public let EGF2NotificationEdgeRemoved = Notification.Name.EGF2EdgeRemoved
/// The Objective-C name of `.EGF2EdgeRefreshed`.
public let EGF2NotificationEdgeRefreshed = Notification.Name.EGF2EdgeRefreshed
/// The Objective-C name of `.EGF2EdgePageLoaded`.
public let EGF2NotificationEdgePageLoaded = Notification.Name.EGF2EdgePageLoaded
/// The Objective-C name of `.EGF2EdgeLocallyRefreshed`.
public let EGF2NotificationEdgeLocallyRefreshed = Notification.Name.EGF2EdgeLocallyRefreshed
/// The Objective-C name of `.EGF2EdgeLocallyPageLoaded`.
public let EGF2NotificationEdgeLocallyPageLoaded = Notification.Name.EGF2EdgeLocallyPageLoaded
/// The Objective-C name of `.EGF2ObjectCreated`.
public let EGF2NotificationObjectCreated = Notification.Name.EGF2ObjectCreated
/// The Objective-C name of `.EGF2ObjectUpdated`.
public let EGF2NotificationObjectUpdated = Notification.Name.EGF2ObjectUpdated
/// The Objective-C name of `.EGF2ObjectDeleted`.
public let EGF2NotificationObjectDeleted = Notification.Name.EGF2ObjectDeleted

/// The user info key for the name of the edge, a `String`.
public let EGF2EdgeInfoKey = "EGF2EdgeInfoKey"
/// The user info key for the id of the object that has the edge, a `String`.
public let EGF2SourceInfoKey = "EGF2SourceInfoKey"
/// The user info key for the object, or for the id of a deleted object that was not cached.
public let EGF2ObjectInfoKey = "EGF2ObjectInfoKey"
/// The user info key for the object that was added or removed, or for its id if it is not cached.
public let EGF2EdgeObjectInfoKey = "EGF2EdgeObjectInfoKey"
/// The user info key for the objects of the loaded page, an `[NSObject]`.
public let EGF2EdgeObjectsInfoKey = "EGF2EdgeObjectsInfoKey"
/// The user info key for the number of all objects on the edge, an `Int`.
public let EGF2EdgeObjectsCountInfoKey = "EGF2EdgeObjectsCountInfoKey"
/// The user info key for the id of the object that changed, a `String`.
///
/// In notifications about an edge, it is the id of the object that has the edge.
///
/// - Source: assumption: the key of later versions, in addition to the others.
public let EGF2ObjectIdInfoKey = "EGF2ObjectIdInfoKey"
/// The user info key for the id of the object that was added to or removed from the edge.
///
/// - Source: assumption: the key of later versions, in addition to the others.
public let EGF2EdgeObjectIdInfoKey = "EGF2EdgeObjectIdInfoKey"
