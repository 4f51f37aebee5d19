import EGF2
import Foundation
import Synchronization

/// Records the notifications of a graph in order.
final class NoticeBoard: Sendable {
  private let notices = Mutex<[Notice]>([])

  /// Observes a notification center.
  ///
  /// The observers are never removed, because each test has its own center.
  init(_ center: NotificationCenter) {
    for name in Self.names {
      _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let notice = Notice(notification)
        self?.notices.withLock { $0.append(notice) }
      }
    }
  }

  /// Removes and returns the notifications since the last call of this function.
  func take() -> [Notice] {
    notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }

  static let names: [Notification.Name] = [
    .EGF2EdgeCreated, .EGF2EdgeRemoved, .EGF2EdgeRefreshed, .EGF2EdgePageLoaded,
    .EGF2ObjectCreated, .EGF2ObjectUpdated, .EGF2ObjectDeleted,
  ]
}
