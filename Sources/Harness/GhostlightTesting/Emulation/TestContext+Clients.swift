import Foundation
public import Ghostlight
public import GhostlightClient
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Methods to set up SDKs, and to advance the time of the emulators and the SDKs.
extension TestContext {
  /// Returns an environment that connects an SDK to this test's emulators.
  ///
  /// It contains a transport to the emulators and their keys. The SDK's time is the emulators'
  /// time, and the SDK stores its data in memory. The client of every SDK has an initializer for
  /// it:
  ///
  /// ```swift
  /// import CRUD
  /// import EGF2
  /// import GhostlightTesting
  /// import StackMob
  ///
  /// let context = try TestContext.current
  /// let client = try SMClient(environment: context.environment())
  /// let crud = CRUD(environment: try context.environment())
  /// let graph = EGF2Graph(name: "test", environment: try context.environment())
  /// ```
  ///
  /// - Throws: ``TestContextError/noResponder(_:known:)`` if the test does not have the SDK's
  ///   emulator.
  public func environment<Environment: ClientEnvironment>(
    _ type: Environment.Type = Environment.self
  ) throws(TestContextError) -> Environment {
    var responders: [String: Responder] = [:]
    for name in Environment.emulators { responders[name] = try clientResponder(for: name) }
    let bridges = bridges
    let known = responders
    let world = world
    let waiting = clock
    let surroundings = ClientDefaults(
      transport: { .inProcess(known[$0] ?? Self.nobody, waitingBy: waiting) },
      urlSession: { name in
        let responder = (known[name] ?? Self.nobody).delayed(by: waiting)
        return URLSession(configuration: bridges.configuration(for: responder))
      },
      now: { Date(timeIntervalSince1970: Double(world.clock.milliseconds) / 1000) },
      clock: waiting, keys: keys)
    return Environment(surroundings)
  }

  /// Advances the time of the emulators and the SDKs, and wakes the tasks whose deadline has
  /// passed.
  ///
  /// - Throws: `ChangeLogError` if the change cannot be logged; the stage of a test has no log.
  /// - Returns: The new reading of the clock.
  @discardableResult
  public func advance(by duration: Duration) throws -> ClockReading {
    let reading = try world.changeClock(.advance(milliseconds: duration.inMilliseconds))
    clock.wake()
    return reading
  }

  /// The keys of the test's emulators by environment variable; empty if the test has no emulators.
  private var keys: [String: String] {
    let keys = emulators?.configuration.services.flatMap(\.keys) ?? []
    return Dictionary(keys.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// Waits until at least `count` tasks sleep on the emulators' clock, for a delayed response or a
  /// retry.
  ///
  /// Call it before you advance a frozen clock, so that the tasks that should wake are already
  /// asleep.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleepers(atLeast count: Int = 1) async throws {
    try await clock.sleepers(atLeast: count)
  }

  /// Returns the responder for an emulator.
  ///
  /// In a test without emulators, it is the recording or the contract for all names.
  private func clientResponder(for name: String) throws(TestContextError) -> Responder {
    emulators == nil ? responder : try responder(for: name)
  }
}

extension Responder {
  /// Returns a responder that delays late responses on a clock, without a timeout.
  ///
  /// It is for URL sessions, which receive a response only when it is complete.
  func delayed(by clock: any Clock<Duration>) -> Responder {
    Responder(name: name) { request in
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
