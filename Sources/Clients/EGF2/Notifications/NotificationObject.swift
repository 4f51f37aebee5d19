import Foundation

/// What stands for an object or an edge as the `object` of notifications, by its identity.
final class NotificationObject: NSObject, Sendable {
  let key: NotificationKey

  init(_ key: NotificationKey) { self.key = key }
}
