import Foundation
public import Ghostlight
public import GhostlightClient
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Setting up SDKs, and moving the time of emulators and SDKs alike.
extension TestContext {
  /// Returns the environment of an SDK: its requests come here, its time is the emulators', and what it
  /// keeps is forgotten with it.
  ///
  /// It knows address and keys of the test's emulators. So every SDK takes it alone:
  ///
  /// ```swift
  /// let client = try SMClient(environment: context.environment())
  /// let app = MKAppInstance(environment: try context.environment())
  /// let crud = CRUD(environment: try context.environment())
  /// let graph = EGF2Graph(name: "test", environment: try context.environment())
  /// let run = MSAppCenterContext(environment: try context.environment())
  /// ```
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)`` where an emulator is missing.
  public func environment<Environment: ClientEnvironment>(
    _ type: Environment.Type = Environment.self
  ) throws(TestContextError) -> Environment {
    var responders: [String: Responder] = [:]
    for name in Environment.emulators { responders[name] = try clientResponder(for: name) }
    let bridges = bridges
    let known = responders
    let world = world
    let waiting = waiting
    let surroundings = ClientDefaults(
      transport: { .inProcess(known[$0] ?? Self.nobody, waitingBy: waiting) },
      urlSession: { name in
        let responder = (known[name] ?? Self.nobody).keepingWaiting(by: waiting)
        return URLSession(configuration: bridges.configuration(for: responder))
      },
      now: {
        world.map { Date(timeIntervalSince1970: Double($0.clock.milliseconds) / 1000) } ?? Date()
      },
      clock: waiting, keys: keys)
    return Environment(surroundings)
  }

  /// Moves the time of emulators and SDKs by so much, and wakes who waited for it.
  ///
  /// - Throws: ``TestContextError/noEmulator`` where a recording alone answers.
  /// - Returns: what the clock shows then.
  @discardableResult
  public func advance(by duration: Duration) throws -> ClockReading {
    let reading = try namespace.changeClock(.advance(milliseconds: duration.inMilliseconds))
    clock?.wake()
    return reading
  }

  /// The keys of the test's emulators by their variables; none where a recording alone answers.
  private var keys: [String: String] {
    let keys = stage?.configuration.emulators.flatMap(\.keys) ?? []
    return Dictionary(keys.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// What SDKs wait by, for late answers too.
  var waiting: any Clock<Duration> { clock ?? ContinuousClock() }

  /// Waits until so many wait for the emulators' time: for a late answer, or to send again.
  ///
  /// A test that moves a frozen clock has to know that whoever is to be woken sleeps already.
  ///
  /// - Throws: `CancellationError`, or ``TestContextError/noEmulator`` where a recording alone
  ///   answers.
  public func sleepers(atLeast count: Int = 1) async throws {
    guard let clock else { throw TestContextError.noEmulator }
    try await clock.sleepers(atLeast: count)
  }

  /// A recording alone stands in for whatever it was made of.
  private func clientResponder(for name: String) throws(TestContextError) -> Responder {
    world == nil ? responder : try responder(for: name)
  }
}

extension Responder {
  /// The responder, whose late answers come late, however long that is: for URL sessions, which see
  /// nothing of an answer before it has ended.
  func keepingWaiting(by clock: any Clock<Duration>) -> Responder {
    let (name, respond) = (name, respond)
    return Responder(name: name) { request in
      let response = await respond(request)
      var arriving = response
      if case .dribble = response.delivery {} else { arriving.delivery = .whole }
      let arrival = Responder(name: name) { [arriving] _ in arriving }
      _ = try? await Transport.inProcess(arrival, waitingBy: clock, timeout: .seconds(Int64.max))
        .send(request)
      return response
    }
  }
}
