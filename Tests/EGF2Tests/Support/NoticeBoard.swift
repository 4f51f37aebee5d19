import EGF2
import Foundation
import Synchronization

/// The notifications of a graph, in their order.
final class NoticeBoard: Sendable {
  private let notices = Mutex<[Notice]>([])

  /// Observes a center.
  ///
  /// The observers are never removed, because a test's center ends with the test.
  init(_ center: NotificationCenter) {
    for name in Self.names {
      _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let notice = Notice(notification)
        self?.notices.withLock { $0.append(notice) }
      }
    }
  }

  /// Returns the notifications since the last call.
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
