import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A custom code request that is ready to go.
///
/// Its failures are those of the SDK's networking library where there was a response.
struct CustomCodeCall: Sendable {
  private let call: PendingCall<Exchange>

  /// Without `accepted`, any content type will do.
  init(_ call: PendingCall<Exchange>, accepted: Set<String>?) {
    self.call = PendingCall(session: call.session) { () async throws(CallFailure) -> Exchange in
      let exchange: Exchange
      do throws(CallFailure) { exchange = try await call.work() } catch {
        guard !error.isRefreshFailure, let refused = error.exchange,
          let failure = CustomCodeBody.failure(of: refused, accepted: accepted)
        else { throw error }
        throw CallFailure(failure, exchange: refused)
      }
      guard let failure = CustomCodeBody.failure(of: exchange, accepted: accepted) else {
        return exchange
      }
      throw CallFailure(failure, exchange: exchange)
    }
  }

  /// Starts the call and hands what came to a block on its queue, the main one if `nil`.
  func deliver(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?,
    onSuccess: SMFullResponseSuccessBlock?, onFailure: SMFullResponseFailureBlock?
  ) {
    call.deliverWhole(on: successQueue, failureQueue) { exchange in
      let body = CustomCodeBody.value(of: exchange.response)
      onSuccess?(exchange.request.urlRequest, exchange.httpResponse, body)
    } onFailure: { failure in
      let exchange = failure.exchange
      onFailure?(
        exchange?.request.urlRequest, exchange?.httpResponse, failure.error,
        exchange.flatMap { CustomCodeBody.value(of: $0.response) })
    }
  }

  /// Runs the call and answers what came.
  nonisolated(nonsending) func value() async throws -> SMCustomCodeResponse {
    let exchange = try await call.value()
    return SMCustomCodeResponse(
      request: exchange.request.urlRequest, response: exchange.httpResponse,
      body: CustomCodeBody.value(of: exchange.response))
  }
}
