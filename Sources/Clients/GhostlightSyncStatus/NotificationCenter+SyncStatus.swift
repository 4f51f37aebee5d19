public import Foundation
import GhostlightClient

extension NotificationCenter {
  /// Calls a method whenever a synchronisation has come further.
  ///
  /// `#selector` needs Objective-C: give the method itself, as in `selector: syncState`. It is called
  /// where the notification is posted, on the callback queue of whoever synchronises, until the token
  /// is handed to `removeObserver(_:)`; the observer is kept until then.
  ///
  /// - Parameters:
  ///   - observer: Whom the method belongs to.
  ///   - selector: The method; the notification's `userInfo` has the ``SyncStatus`` under
  ///     ``kMIASyncroNotificationKeyStatus``.
  ///   - object: The `Sync` or `MIASyncro` to observe; `nil` for all.
  /// - Returns: The token of the observation.
  /// - Source: Mia's guide, "Sync", names the labels; the types are a *decision*.
  @discardableResult
  public func addObserverForSyncStatus(
    observer: Any, selector: @escaping (Notification) -> Void, object: Any?
  ) -> any NSObjectProtocol {
    let callback = Callback { (notification: Notification) in
      withExtendedLifetime(observer) { selector(notification) }
    }
    return addObserver(forName: .MIASyncroStatus, object: object, queue: nil) { notification in
      callback.block(notification)
    }
  }
}
