import GhostlightCore
import Synchronization

/// A door that is opened when somebody first asks for it.
final class Entrance: Sendable {
  private let responder: Responder
  private let opened = Mutex<URLSessionDoor?>(nil)

  init(_ responder: Responder) { self.responder = responder }

  var door: URLSessionDoor {
    opened.withLock { opened in
      if let opened { return opened }
      let door = URLSessionDoor(responder)
      opened = door
      return door
    }
  }
}
