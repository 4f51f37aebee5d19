import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A failed request whose retry is left to the app's retry block.
///
/// The retry block gets two blocks and calls one of them; later calls have no effect. Only these
/// two blocks retain the object. If the app releases both without calling one, the request fails
/// with its original error.
final class HandOver: Sendable {
  typealias Outcome = Result<Exchange, CallFailure>

  private let exchange: Exchange
  private let failure: CallFailure
  private let waiting: Mutex<CheckedContinuation<Outcome, Never>?>

  private init(
    of exchange: Exchange, after failure: CallFailure,
    for continuation: CheckedContinuation<Outcome, Never>
  ) {
    self.exchange = exchange
    self.failure = failure
    waiting = Mutex(continuation)
  }

  deinit { finish(.failure(failure)) }

  /// Passes a failed request to the app's retry block on the main queue, and waits until the app
  /// reports the result.
  nonisolated(nonsending) static func result(
    of exchange: Exchange, after failure: CallFailure, _ options: OptionValues,
    by block: Callback<SMFailureRetryBlock>
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        let handOver = HandOver(of: exchange, after: failure, for: continuation)
        block.block(
          exchange.request.urlRequest, exchange.httpResponse, failure.error,
          exchange.json.foundation, SMRequestOptions(options), handOver.succeed, handOver.fail)
      }
    }
  }

  /// The block that the app calls with the new response, after it has sent the request again.
  private var succeed: SMFullResponseSuccessBlock {
    { _, response, body in self.finish(.success(self.renewed(response, body))) }
  }

  /// The block that the app calls with an error to give up.
  private var fail: SMFullResponseFailureBlock {
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
