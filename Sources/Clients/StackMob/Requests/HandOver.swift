import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that an app has taken over from the SDK, until it calls one of the two blocks.
///
/// Only the first call counts.
final class HandOver: Sendable {
  typealias Outcome = Result<Exchange, CallFailure>

  private let exchange: Exchange
  private let waiting = Mutex<CheckedContinuation<Outcome, Never>?>(nil)

  init(of exchange: Exchange) {
    self.exchange = exchange
  }

  /// Starts the app's block and waits for its result.
  nonisolated(nonsending) func result(_ start: () -> Void) async -> Outcome {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0 = continuation }
      start()
    }
  }

  /// What the app calls when it has sent the request anew.
  var succeed: SMFullResponseSuccessBlock {
    { _, response, body in self.finish(.success(self.renewed(response, body))) }
  }

  /// What the app calls when it gives up.
  var fail: SMFullResponseFailureBlock {
    { _, response, error, body in
      let answered = response.map { self.renewed($0, body) }
      self.finish(.failure(CallFailure(error, exchange: answered ?? self.exchange)))
    }
  }

  private func finish(_ outcome: Outcome) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: outcome)
  }

  private func renewed(_ response: HTTPURLResponse?, _ body: Any?) -> Exchange {
    var fields: HTTPFields = [:]
    for (name, value) in response?.allHeaderFields ?? [:] {
      guard let name = (name as? String).flatMap({ HTTPField.Name($0) }) else { continue }
      fields[name] = String(describing: value)
    }
    let bytes = body.flatMap { try? JSON(foundation: $0).bytes }
    var copy = exchange
    copy.response = Response(
      .init(code: response?.statusCode ?? 200), headers: fields, body: bytes ?? [])
    return copy
  }
}
