package import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport

/// The way that a device's requests take, on which one of them can be lost, or the app be killed.
package final class LossyNetwork: Sendable {
  /// A fault that one request meets.
  package enum Loss: String, Sendable, CaseIterable, CustomStringConvertible {
    case request = "the request is lost"
    case response = "the response is lost"
    case killBefore = "the app is killed before the request"
    case killAfter = "the app is killed before the response"
    case unauthorized = "the session has ended"
    case conflict = "the service refuses"
    case unavailable = "the service is out of order"

    package var description: String { rawValue }

    /// Whether the app has to be started again.
    package var kills: Bool { self == .killBefore || self == .killAfter }
    /// Whether the service has seen the request.
    package var reachesService: Bool { self == .response || self == .killAfter }
    /// What is received in the service's place.
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

    /// The four after which the client has no response.
    package static let silent: [Loss] = [.request, .response, .killBefore, .killAfter]
  }

  /// The end of a run.
  package enum Ending: Sendable {
    case finished((any Error)?)
    /// The app was killed; no code of it runs any more.
    case killed

    /// The error of the run; `nil` if there is none.
    package var error: (any Error)? {
      if case .finished(let error) = self { error } else { nil }
    }

    package var isKilled: Bool {
      if case .killed = self { true } else { false }
    }
  }

  private struct State {
    /// The number of requests before the one that is lost; `nil` if none is.
    var passing: Int?
    var loss = Loss.request
    var run: UnsafeContinuation<Ending, Never>?
  }

  private let state = Mutex(State())
  private let way: Transport

  /// Creates a network that loses nothing yet.
  package init(_ way: Transport) { self.way = way }

  /// Loses the request with this number, from 1, and counts from now.
  package func lose(_ loss: Loss, at number: Int) {
    state.withLock { state in
      state.passing = number - 1
      state.loss = loss
    }
  }

  /// Loses nothing any more.
  ///
  /// - Returns: Whether the planned request was lost.
  @discardableResult
  package func heal() -> Bool {
    state.withLock { state in
      defer { state.passing = nil }
      return state.passing == nil
    }
  }

  /// Runs something that sends requests, until it returns or the app is killed.
  ///
  /// After a kill, the task stays suspended at the request, and is never released.
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

  /// The way for a device.
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

  /// Ends the run, and suspends the caller without end.
  private func die() async {
    end(.killed)
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}
