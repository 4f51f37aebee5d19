import Foundation

/// Listens for the moments at which an app may be ended, as long as it lives.
final class LifeCycleObserver {
  private let center: NotificationCenter
  private let observers: [any NSObjectProtocol]

  init(_ center: NotificationCenter, _ action: @escaping @Sendable () -> Void) {
    self.center = center
    observers = Self.names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in action() }
    }
  }

  deinit {
    for observer in observers { center.removeObserver(observer) }
  }

  private static let names = [
    "UIApplicationDidEnterBackgroundNotification", "UIApplicationWillTerminateNotification",
  ].map { Notification.Name($0) }
}
