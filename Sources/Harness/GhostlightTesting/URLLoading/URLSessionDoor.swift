import Foundation
public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A way from URL sessions to a responder, for apps that take nothing but a session.
///
/// Any number may be open at once, each to a responder of its own. It closes when it is let go:
/// sessions then cannot connect. Bodies must be sent as `httpBody` on Linux, where an upload task
/// loses its body before anyone can read it.
public final class URLSessionDoor: Sendable {
  private let protocolClass: URLProtocol.Type

  /// Opens a door.
  public init(_ responder: Responder) { protocolClass = DoorRegister.open(responder) }

  deinit { DoorRegister.close(protocolClass) }

  /// Settings for a session whose every request goes through the door, whatever host it names.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }
}

extension Rehearsal {
  /// Settings for the session of an app that takes nothing else; good until the test ends.
  ///
  /// Requests go to ``responder``, whatever host they name.
  public var urlSessionConfiguration: URLSessionConfiguration { entrance.door.configuration }
}

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

/// As many types as there are numbers, digit by digit.
enum DoorMarks {
  enum First: DoorMark {}
  enum Even<Rest: DoorMark>: DoorMark {}
  enum Odd<Rest: DoorMark>: DoorMark {}

  /// The class for sessions with the door of a number.
  static func protocolClass(_ number: Int) -> URLProtocol.Type {
    var mark: any DoorMark.Type = First.self
    var rest = number
    while rest > 0 {
      mark = rest.isMultiple(of: 2) ? mark.even : mark.odd
      rest /= 2
    }
    return mark.protocolClass
  }
}

/// Tells the protocol classes of doors apart.
///
/// The URL loading system is given classes, not objects, and shows them nothing else of the
/// session. So each door has a class of its own, made at run time from a mark that no other has.
protocol DoorMark {}

extension DoorMark {
  /// A mark for twice this mark's number.
  static var even: any DoorMark.Type { DoorMarks.Even<Self>.self }

  /// A mark for twice this mark's number and one.
  static var odd: any DoorMark.Type { DoorMarks.Odd<Self>.self }

  /// The class for sessions with this mark's door.
  static var protocolClass: URLProtocol.Type { GhostlightURLProtocol<Self>.self }
}

/// Lets the responder behind a door answer what a URL session loads.
final class GhostlightURLProtocol<Mark: DoorMark>: URLProtocol {
  private let loading = URLLoading()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let responder = DoorRegister.responder(behind: type(of: self))
    let asked = Request(loading: request)
    loading.start(for: self) {
      guard let responder else { return .failure(.cannotConnectToHost) }
      guard let asked else { return .failure(.badURL) }
      return .response(await responder.respond(asked), to: asked)
    }
  }

  override func stopLoading() { loading.stop() }

  #if canImport(FoundationNetworking)
    /// Nobody, once the session was told how it ended.
    ///
    /// A session on Linux that cancels a task tells its client so even where the task has ended a
    /// moment ago, and traps, since it knows the task no more.
    override var client: (any URLProtocolClient)? {
      get { loading.hasTold ? nil : super.client }
      set { super.client = newValue }
    }
  #endif
}
