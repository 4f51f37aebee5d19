package import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport

/// A network between a device and a service that can lose a request or kill the device's app.
package final class LossyNetwork: Sendable {
  /// A fault that affects one request.
  package enum Loss: String, Sendable, CaseIterable, CustomStringConvertible {
    case request = "the request is lost"
    case response = "the response is lost"
    case killBefore = "the app is killed before the request"
    case killAfter = "the app is killed before the response"
    case unauthorized = "the session has ended"
    case conflict = "the service refuses"
    case unavailable = "the service is out of order"

    package var description: String { rawValue }

    /// Whether the fault kills the app, so that it must be started again.
    package var kills: Bool { self == .killBefore || self == .killAfter }
    /// Whether the service receives the request despite the fault.
    package var reachesService: Bool { self == .response || self == .killAfter }
    /// The response that the client gets in place of the service's; `nil` if there is none.
    fileprivate var refusal: Response? {
      let status: HTTPResponse.Status? =
        switch self {
        case .unauthorized: .unauthorized
        case .conflict: .conflict
        case .unavailable: .serviceUnavailable
        default: nil
        }
      return status.map { .json($0, ["error": "no", "message": "try again"]) }
    }

    /// The faults after which the client does not get a response.
    package static let silent: [Loss] = [.request, .response, .killBefore, .killAfter]
  }

  /// The way in which a run ended.
  package enum Ending: Sendable {
    case finished((any Error)?)
    /// The app was killed, and none of its code runs any more.
    case killed

    /// The error of a finished run; `nil` for a run without an error, and after a kill.
    package var error: (any Error)? {
      if case .finished(let error) = self { error } else { nil }
    }

    package var isKilled: Bool {
      if case .killed = self { true } else { false }
    }
  }

  private struct State {
    /// The number of requests that still pass before the fault; `nil` if no fault is planned.
    var passing: Int?
    var loss = Loss.request
    var run: UnsafeContinuation<Ending, Never>?
  }

  private let state = Mutex(State())
  private let way: Transport

  /// Creates a network for which no fault is planned.
  package init(_ way: Transport) { self.way = way }

  /// Plans a fault for a request; 1 is the next request.
  package func lose(_ loss: Loss, at number: Int) {
    state.withLock { state in
      state.passing = number - 1
      state.loss = loss
    }
  }

  /// Removes the planned fault.
  ///
  /// - Returns: Whether the fault has affected its request.
  @discardableResult
  package func heal() -> Bool {
    state.withLock { state in
      defer { state.passing = nil }
      return state.passing == nil
    }
  }

  /// Runs a closure that sends requests, until it returns or the app is killed.
  ///
  /// After a kill, the closure's task stays suspended at the request forever.
  package func run(_ body: @escaping @Sendable () async -> (any Error)?) async -> Ending {
    await withUnsafeContinuation { continuation in
      state.withLock { $0.run = continuation }
      Task {
        let error = await body()
        self.end(.finished(error))
      }
    }
  }

  private func end(_ ending: Ending) {
    let run = state.withLock { state in
      defer { state.run = nil }
      return state.run
    }
    run?.resume(returning: ending)
  }

  /// The transport that the device sends its requests with.
  package var transport: Transport {
    Transport { request throws(TransportError) in
      let loss = self.due()
      if let refusal = loss?.refusal { return refusal }
      switch loss {
      case .request: throw .connectionReset
      case .response:
        _ = try await self.way.send(request)
        throw .connectionReset
      case .killBefore: await self.die()
      case .killAfter:
        _ = try await self.way.send(request)
        await self.die()
      default: return try await self.way.send(request)
      }
      throw .cancelled
    }
  }

  private func due() -> Loss? {
    state.withLock { state in
      guard let passing = state.passing else { return nil }
      state.passing = passing == 0 ? nil : passing - 1
      return passing == 0 ? state.loss : nil
    }
  }

  /// Ends the run, and suspends the caller forever.
  private func die() async {
    end(.killed)
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}
