import Foundation
public import Ghostlight
public import GhostlightClient
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Setting up SDKs, and moving the time of emulators and SDKs alike.
extension Rehearsal {
  /// The environment of an SDK: its requests come here, its time is the emulators', and what it
  /// keeps is forgotten with it.
  ///
  /// ```swift
  /// let client = try SMClient(apiVersion: "0", publicKey: key, environment: context.environment())
  /// ```
  ///
  /// - Throws: ``RehearsalProblem/noResponder(_:known:)`` where an emulator is missing.
  public func environment<Environment: ClientEnvironment>(
    _ type: Environment.Type = Environment.self
  ) throws(RehearsalProblem) -> Environment {
    var responders: [String: Responder] = [:]
    for name in Environment.emulators { responders[name] = try clientResponder(for: name) }
    let doors = doors
    let known = responders
    let world = world
    let surroundings = ClientSurroundings(
      transport: { .inProcess(known[$0] ?? Self.nobody) },
      urlSession: { name in
        URLSession(configuration: doors.configuration(for: known[name] ?? Self.nobody))
      },
      now: {
        world.map { Date(timeIntervalSince1970: Double($0.clock.milliseconds) / 1000) } ?? Date()
      },
      clock: clock ?? ContinuousClock())
    return Environment(surroundings)
  }

  /// Moves the time of emulators and SDKs by so much, and wakes who waited for it.
  ///
  /// - Throws: ``RehearsalProblem/noEmulator`` where a recording alone answers.
  /// - Returns: what the clock shows then.
  @discardableResult
  public func advance(by duration: Duration) throws -> ClockReading {
    let reading = try namespace.changeClock(.advance(milliseconds: duration.inMilliseconds))
    clock?.wake()
    return reading
  }

  /// A recording alone stands in for whatever it was made of.
  private func clientResponder(for name: String) throws(RehearsalProblem) -> Responder {
    world == nil ? responder : try responder(for: name)
  }
}
