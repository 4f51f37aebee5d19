// `import GhostlightTesting` brings along the emulators that a trait names, and the transports that
// SDKs take; also contracts and recordings, whose members tests read.
public import Foundation
@_exported public import Ghostlight
@_exported public import GhostlightClient
@_exported public import GhostlightContracts
@_exported public import GhostlightRecording
public import GhostlightCore
import HTTPTypes
import Synchronization

/// What a test plays against: a world of its own, and the ways into it.
///
/// ```swift
/// @Test(.ghostlight(.stackMob(), seed: 7)) func `a token ends`() async throws {
///   let testContext = try TestContext.current
///   let client = MyClient(transport: testContext.transport)
///   try testContext.namespace.changeClock(.advance(milliseconds: 3_600_000))
///   // …
/// }
/// ```
public struct TestContext: Sendable {
  /// Set by the traits for the time that a test runs.
  @TaskLocal static var ongoing: TestContext?

  /// Who answers, by the emulator's or the recording's name; the first is the one meant by default.
  let responders: [Responder]
  /// Clock, faults, outbox and states, where emulators run.
  let world: Namespace?
  /// The bridge for URL sessions to the first of the responders.
  let sharedBridge: LazyBridge
  /// The bridges of the SDKs' own sessions.
  let bridges = Bridges()
  /// The test's own answers.
  let stubs: Stubs
  /// What the SDKs wait by, where emulators run.
  let clock: EmulatorClock?
  /// Where the emulators run.
  let stage: Stage?
  /// The contract that answers, where one does.
  var contractStub: ContractStub?

  init(
    responders: [Responder], world: Namespace?, clock: EmulatorClock? = nil,
    stubs: Stubs = Stubs(), stage: Stage? = nil
  ) {
    let responders = responders.map { $0.behind(stubs) }
    self.responders = responders
    self.stubs = stubs
    self.stage = stage
    self.world = world
    let clock = clock ?? world.map { EmulatorClock($0) }
    self.clock = clock
    let first = responders.first ?? Self.nobody
    sharedBridge = LazyBridge(first.keepingWaiting(by: clock ?? ContinuousClock()))
  }

  /// The testContext of the test that runs.
  ///
  /// - Throws: ``TestContextError/noTestContext`` outside a test with a trait, and in detached tasks.
  public static var current: TestContext {
    get throws(TestContextError) {
      guard let ongoing else { throw .noTestContext }
      return ongoing
    }
  }

  /// The emulators' world: its clock, faults, outbox, journal and provider states.
  ///
  /// - Throws: ``TestContextError/noEmulator`` where a recording alone answers.
  public var namespace: Namespace {
    get throws(TestContextError) {
      guard let world else { throw .noEmulator }
      return world
    }
  }

  static let nobody = Responder(name: "nobody") { _ in Response(.notFound) }
}

/// The ways in.
extension TestContext {
  /// What answers: the first emulator, or the recording in front of it.
  public var responder: Responder { responders.first ?? Self.nobody }

  /// How a client reaches ``responder``: no socket, no hop.
  ///
  /// Late answers are waited for by the emulators' clock.
  public var transport: Transport { .inProcess(responder, waitingBy: waiting) }

  /// Lets ``responder`` answer one request.
  public func respond(to request: Request) async -> Response { await responder.respond(request) }

  /// What answers in the name of one of several emulators.
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)``.
  public func responder(for name: String) throws(TestContextError) -> Responder {
    guard let found = responders.first(where: { $0.name == name }) else {
      throw .noResponder(name, known: responders.map(\.name))
    }
    return found
  }

  /// How a client reaches one of several emulators.
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)``.
  public func transport(to name: String) throws(TestContextError) -> Transport {
    .inProcess(try responder(for: name), waitingBy: waiting)
  }
}

/// A bridge that is opened when somebody first asks for it.
final class LazyBridge: Sendable {
  private let responder: Responder
  private let opened = Mutex<URLSessionBridge?>(nil)

  init(_ responder: Responder) { self.responder = responder }

  var bridge: URLSessionBridge {
    opened.withLock { opened in
      if let opened { return opened }
      let bridge = URLSessionBridge(responder)
      opened = bridge
      return bridge
    }
  }
}

/// Why a test cannot have what it asks its testContext for.
public enum TestContextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// No trait has set the scope.
  case noTestContext
  /// A recording answers, and nothing has a clock or a state.
  case noEmulator
  /// No contract answers.
  case noContract
  /// Nothing of that name answers.
  case noResponder(String, known: [String])

  /// One sentence with the remedy.
  public var description: String {
    switch self {
    case .noTestContext:
      "no testContext here: give the test the trait .ghostlight(…) or .recording(…), and do not ask "
        + "from a detached task"
    case .noEmulator:
      "a recording has no clock, faults or states: add the trait .ghostlight(…) before it"
    case .noContract: "no contract answers here: give the test the trait .contract(…)"
    case .noResponder(let name, let known):
      "nothing named \"\(name)\" answers here; there are: \(known.joined(separator: ", "))"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
