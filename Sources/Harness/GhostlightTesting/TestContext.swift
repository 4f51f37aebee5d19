// `import GhostlightTesting` also imports the emulators that a trait names, the transports that
// SDKs use, and the types of contracts and recordings that tests read.
public import Foundation
@_exported public import Ghostlight
@_exported public import GhostlightClient
@_exported public import GhostlightContracts
@_exported public import GhostlightRecording
public import GhostlightCore
import HTTPTypes
import Synchronization

/// The context of a running test, which provides its emulators, recording or contract and sends
/// requests to them.
///
/// A trait such as `.ghostlight(…)` creates one for each test case; ``current`` returns it. It
/// belongs to the test's task and its child tasks. The state of its emulators is discarded when the
/// test ends.
///
/// ```swift
/// import GhostlightTesting
/// import StackMob
/// import Testing
///
/// @Test(.ghostlight(.stackMob(), seed: 7)) func `an hour passes at once`() async throws {
///   let context = try TestContext.current
///   let client = try SMClient(environment: context.environment())
///   _ = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
///   try context.advance(by: .seconds(3600))
///   context.expect(.post("/todo"), times: 1)
/// }
/// ```
public struct TestContext: Sendable {
  /// The context of the current task, set by the traits while a test runs.
  @TaskLocal static var ongoing: TestContext?

  /// The responders of the test, each with the name of an emulator or a recording; the first one is
  /// the default.
  let responders: [Responder]
  /// The test's stages, those of outer traits first; there is at least one.
  let stages: [TestStage]
  /// The bridge from the app's URL sessions to the responders.
  let sharedBridge: LazyBridge
  /// The bridges from the URL sessions that SDKs create.
  let bridges = Bridges()
  /// The stubbed responses of the test.
  let stubs: Stubs
  /// The clock on which the SDKs and delayed responses wait.
  let clock: EmulatorClock
  /// The stage of the trait `.ghostlight(…)`, or `nil` if the test does not have this trait.
  let emulators: Stage?
  /// The test framework that gets the issues of the context.
  let reporter: IssueReporter
  /// The router of the URL sessions that the test intercepts, or `nil` if it intercepts none.
  var router: HostRouter?
  /// The contract that responds to requests, or `nil` if the test has no contract.
  var ownContract: TestContract?

  /// Creates the context of a test, or of an inner trait with its own stage, which shares stubs,
  /// clock and emulators with the context of the outer ones.
  init(
    responders: [Responder], stage: TestStage, emulators: Stage? = nil, outer: TestContext? = nil
  ) {
    let (stubs, emulators) = (outer?.stubs ?? Stubs(), emulators ?? outer?.emulators)
    let responders = responders.map { $0.unless(stubs.answer) }
    self.responders = responders
    self.stubs = stubs
    self.emulators = emulators
    stages = (outer?.stages ?? []) + [stage]
    reporter = outer?.reporter ?? IssueReporter.current
    router = outer?.router
    ownContract = outer?.ownContract
    clock = outer?.clock ?? EmulatorClock(stage.namespace)
    let byHost = Self.byHost(responders, emulators?.configuration.hosts)
    sharedBridge = LazyBridge(byHost.delayed(by: clock))
  }

  /// Returns a responder that passes each request to the emulator that its host leads to, and
  /// requests for other hosts to the first responder.
  private static func byHost(_ responders: [Responder], _ hosts: HostTable?) -> Responder {
    let first = responders.first ?? nobody
    guard let hosts, responders.count > 1 else { return first }
    return Responder(
      name: first.name,
      respond: { request in
        let name = hosts.emulator(for: request)
        let found = responders.first { $0.name == name }
        return await (found ?? first).respond(request)
      })
  }

  /// The context of the running test.
  ///
  /// - Throws: ``TestContextError/noTestContext`` outside a test with a trait such as
  ///   `.ghostlight(…)`, and in detached tasks.
  public static var current: TestContext {
    get throws(TestContextError) {
      guard let ongoing else { throw .noTestContext }
      return ongoing
    }
  }

  /// The namespace of the test's emulators and services, with its clock, fault plans, outbox,
  /// journal and provider states.
  ///
  /// It is that of `.ghostlight(…)`, or of `.recording(…)` or `.contract(…)` in a test without
  /// `.ghostlight(…)`. Every test has one.
  ///
  /// - Throws: Nothing. The getter is marked with `throws` for tests of earlier versions.
  public var namespace: Namespace { get throws(TestContextError) { world } }

  /// The stage of ``namespace``, for a test that creates, copies or drops further namespaces.
  ///
  /// ``responder`` uses ``namespace``. A responder of the stage uses the namespace that the header
  /// field `X-Ghostlight-Namespace` of a request names:
  ///
  /// ```swift
  /// import GhostlightTesting
  ///
  /// let stage = try TestContext.current.stage
  /// try stage.fork(as: "copy")
  /// var request = Request(.get, "/todo")
  /// if let field = HTTPField.Name("X-Ghostlight-Namespace") { request.headers[field] = "copy" }
  /// print(await stage.responder(for: "stackmob")?.respond(request).status as Any)
  /// ```
  public var stage: Stage { stages[0].stage }

  /// The namespace of the test's first stage.
  var world: Namespace { stages[0].namespace }

  static let nobody = Responder(name: "nobody") { _ in Response(.notFound) }
}

/// Responders and transports with which a test sends requests.
extension TestContext {
  /// The default responder: the first emulator, or the recording or contract that replaces it.
  public var responder: Responder { responders.first ?? Self.nobody }

  /// A transport to ``responder`` that uses no socket and no other thread.
  ///
  /// A delayed response waits on the emulators' clock.
  public var transport: Transport { .inProcess(responder, waitingBy: clock) }

  /// Sends a request to ``responder`` and returns the response.
  public func respond(to request: Request) async -> Response { await responder.respond(request) }

  /// Returns the responder with a name, for a test with several emulators.
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)`` if the test does not have a responder
  ///   with this name.
  public func responder(for name: String) throws(TestContextError) -> Responder {
    guard let found = responders.first(where: { $0.name == name }) else {
      throw .noResponder(name, known: responders.map(\.name))
    }
    return found
  }

  /// Returns a transport to the emulator with a name.
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)`` if the test does not have a responder
  ///   with this name.
  public func transport(to name: String) throws(TestContextError) -> Transport {
    .inProcess(try responder(for: name), waitingBy: clock)
  }
}

/// A URL session bridge that is opened on first use.
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

/// The reason why a test cannot use a member of its context.
///
/// The members of ``TestContext`` throw it. The description names the trait that the test must add.
public enum TestContextError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The current task does not belong to a test with a trait such as `.ghostlight(…)`.
  case noTestContext
  /// No trait of the test has a contract.
  case noContract
  /// The test has no emulator or recording with the name in the first value.
  ///
  /// `known` contains the names that it has.
  case noResponder(String, known: [String])

  /// One sentence with the problem and the trait that the test needs.
  public var description: String {
    switch self {
    case .noTestContext:
      "this task has no test context: give the test the trait .ghostlight(…) or .recording(…), and "
        + "read TestContext.current before a detached task starts"
    case .noContract: "the test has no contract: give it the trait .contract(…)"
    case .noResponder(let name, let known):
      "the test has no service named \"\(name)\", only \(known.joined(separator: ", ")): "
        + "add \(Self.addition(for: name))"
    }
  }

  /// Returns the change to a test that gives it a service.
  private static func addition(for name: String) -> String {
    let emulators = [
      "stackmob": ".stackMob()", "mia": ".mia()", "egf2": ".egf2()", "appcenter": ".appCenter()",
      "cosmos": ".cosmos()",
    ]
    guard let emulator = emulators[name] else {
      return ".recording(\"\(name)\") or .contract(\"\(name)\") to the list of .ghostlight(…)"
    }
    return "\(emulator) to the trait .ghostlight(…), or the trait .ghostlight(\(emulator))"
  }

  /// The same string as ``description``, which `localizedDescription` returns.
  public var errorDescription: String? { description }
}
