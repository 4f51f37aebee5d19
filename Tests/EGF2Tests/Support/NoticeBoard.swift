import EGF2
import Foundation
import Synchronization

/// Keeps every notification of a graph, in order.
final class NoticeBoard: Sendable {
  private let notices = Mutex<[Notice]>([])

  /// Listens at a center; for good, since centers of tests end with them.
  init(_ center: NotificationCenter) {
    for name in Self.names {
      _ = center.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
        let notice = Notice(notification)
        self?.notices.withLock { $0.append(notice) }
      }
    }
  }

  /// What came since it was asked last.
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
