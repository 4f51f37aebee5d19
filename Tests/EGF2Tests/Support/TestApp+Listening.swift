import EGF2
import Foundation
import Synchronization
import TestSupport

extension TestApp {
  static let socket = "ws://127.0.0.1:4403/v1/listen"

  /// Opens the WebSocket and waits until it is open.
  func listen() async {
    graph.showLogs = true
    graph.webSocketURL = URL(string: Self.socket)
    await line("EGF2: the WebSocket \(Self.socket) is open")
  }

  /// Waits until the graph logs this line.
  func line(_ text: String) async {
    while let line = await log.next(), line != text {}
  }

  /// Waits until the graph logs a WebSocket message that it has sent, and returns the message.
  func sentMessage() async -> String {
    while let line = await log.next() {
      if line.hasPrefix("EGF2: sent ") { return String(line.dropFirst("EGF2: sent ".count)) }
    }
    return ""
  }

  /// Returns the notifications that an observer has received since the last call.
  func takeNotices(of observer: GraphObserver) -> [Notice] {
    _ = takeNotices()
    return observer.take()
  }
}

/// An observer of objects and edges, which records notifications.
final class GraphObserver: Sendable {
  private let notices = Mutex<[Notice]>([])

  var note: @Sendable (Notification) -> Void {
    { [self] notification in
      let notice = Notice(notification)
      notices.withLock { $0.append(notice) }
    }
  }

  func take() -> [Notice] {
    notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }
}
