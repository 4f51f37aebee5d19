// `import GhostlightTesting` brings along the emulators that a trait names, and the transports that
// SDKs take.
public import Foundation
@_exported public import Ghostlight
@_exported public import GhostlightClient
public import GhostlightCore
import HTTPTypes
import Synchronization

/// What a test plays against: a world of its own, and the ways into it.
///
/// ```swift
/// @Test(.ghostlight(.stackMob(), seed: 7)) func `a token ends`() async throws {
///   let rehearsal = try Rehearsal.current
///   let client = MyClient(transport: rehearsal.transport)
///   try rehearsal.namespace.changeClock(.advance(milliseconds: 3_600_000))
///   // …
/// }
/// ```
public struct Rehearsal: Sendable {
  /// Set by the traits for the time that a test runs.
  @TaskLocal static var ongoing: Rehearsal?

  /// Who answers, by the emulator's or the recording's name; the first is the one meant by default.
  let cast: [Responder]
  /// Clock, faults, outbox and states, where emulators play.
  let world: Namespace?
  /// The door for URL sessions to the first of the cast.
  let entrance: Entrance
  /// The doors of the SDKs' own sessions.
  let doors = Doors()
  /// The test's own answers.
  let stubs: Stubs
  /// What the SDKs wait by, where emulators play.
  let clock: EmulatorClock?

  init(
    cast: [Responder], world: Namespace?, clock: EmulatorClock? = nil, stubs: Stubs = Stubs()
  ) {
    let cast = cast.map { $0.behind(stubs) }
    self.cast = cast
    self.stubs = stubs
    self.world = world
    let clock = clock ?? world.map { EmulatorClock($0) }
    self.clock = clock
    let first = cast.first ?? Self.nobody
    entrance = Entrance(first.keepingWaiting(by: clock ?? ContinuousClock()))
  }

  /// The rehearsal of the test that runs.
  ///
  /// - Throws: ``RehearsalProblem/noRehearsal`` outside a test with a trait, and in detached tasks.
  public static var current: Rehearsal {
    get throws(RehearsalProblem) {
      guard let ongoing else { throw .noRehearsal }
      return ongoing
    }
  }

  /// The emulators' world: its clock, faults, outbox, journal and provider states.
  ///
  /// - Throws: ``RehearsalProblem/noEmulator`` where a recording alone answers.
  public var namespace: Namespace {
    get throws(RehearsalProblem) {
      guard let world else { throw .noEmulator }
      return world
    }
  }

  static let nobody = Responder(name: "nobody") { _ in Response(.notFound) }
}

/// The ways in.
extension Rehearsal {
  /// What answers: the first emulator, or the recording in front of it.
  public var responder: Responder { cast.first ?? Self.nobody }

  /// How a client reaches ``responder``: no socket, no hop.
  ///
  /// Late answers are waited for by the emulators' clock.
  public var transport: Transport { .inProcess(responder, waitingBy: waiting) }

  /// Lets ``responder`` answer one request.
  public func respond(to request: Request) async -> Response { await responder.respond(request) }

  /// What answers in the name of one of several emulators.
  ///
  /// - Throws: ``RehearsalProblem/noResponder(_:known:)``.
  public func responder(for name: String) throws(RehearsalProblem) -> Responder {
    guard let found = cast.first(where: { $0.name == name }) else {
      throw .noResponder(name, known: cast.map(\.name))
    }
    return found
  }

  /// How a client reaches one of several emulators.
  ///
  /// - Throws: ``RehearsalProblem/noResponder(_:known:)``.
  public func transport(to name: String) throws(RehearsalProblem) -> Transport {
    .inProcess(try responder(for: name), waitingBy: waiting)
  }
}

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

/// Why a test cannot have what it asks its rehearsal for.
public enum RehearsalProblem: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// No trait has set the scene.
  case noRehearsal
  /// A recording answers, and nothing has a clock or a state.
  case noEmulator
  /// Nothing of that name answers.
  case noResponder(String, known: [String])

  /// One sentence with the remedy.
  public var description: String {
    switch self {
    case .noRehearsal:
      "no rehearsal here: give the test the trait .ghostlight(…) or .recording(…), and do not ask "
        + "from a detached task"
    case .noEmulator:
      "a recording has no clock, faults or states: add the trait .ghostlight(…) before it"
    case .noResponder(let name, let known):
      "nothing named \"\(name)\" answers here; there are: \(known.joined(separator: ", "))"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
