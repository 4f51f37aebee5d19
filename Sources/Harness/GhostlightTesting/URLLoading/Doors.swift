import Foundation
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The doors that a test's sessions go through, open until the test ends.
final class Doors: Sendable {
  private let opened = Mutex<[URLSessionDoor]>([])

  /// Settings for a session of a responder's.
  func configuration(for responder: Responder) -> URLSessionConfiguration {
    let door = URLSessionDoor(responder)
    opened.withLock { $0.append(door) }
    return door.configuration
  }
}
