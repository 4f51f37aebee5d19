import Foundation
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The open doors by their protocol classes; each is used by one door only, ever.
///
/// Doors are never shared, hence tests need not wait for each other.
enum DoorRegister {
  private struct Doors: Sendable {
    var opened = 0
    var responders: [ObjectIdentifier: Responder] = [:]
  }

  private static let doors = Mutex(Doors())

  static func open(_ responder: Responder) -> URLProtocol.Type {
    doors.withLock { doors in
      doors.opened += 1
      let made: URLProtocol.Type = DoorMarks.protocolClass(doors.opened)
      doors.responders[ObjectIdentifier(made)] = responder
      return made
    }
  }

  static func close(_ door: URLProtocol.Type) {
    doors.withLock { doors in _ = doors.responders.removeValue(forKey: ObjectIdentifier(door)) }
  }

  static func responder(behind door: URLProtocol.Type) -> Responder? {
    doors.withLock { $0.responders[ObjectIdentifier(door)] }
  }
}
