public import Dispatch

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Calling custom code.
nonisolated extension SMDataStore {
  /// Performs a custom code request.
  ///
  /// The blocks get the request, its response and the body. The error of a failed response has the
  /// message of the SDK's networking library, such as `Expected status code in (200-299), got 404`.
  /// After a 503 with `Retry-After`, the request is sent again, or passed to the options' retry
  /// block, up to `numberOfRetries` times.
  ///
  /// If `request` is `nil`, the call fails immediately with `SMError` -100.
  public func perform(
    _ request: SMCustomCodeRequest?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMFullResponseSuccessBlock?, onFailure: SMFullResponseFailureBlock?
  ) {
    do {
      let call = try customCodeCall(request, options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue, onSuccess: onSuccess, onFailure: onFailure)
    } catch {
      onFailure?(nil, nil, error, nil)
    }
  }

  /// Performs a custom code request; the original Objective-C name.
  public func performCustomCodeRequest(
    _ request: SMCustomCodeRequest?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMFullResponseSuccessBlock?, onFailure: SMFullResponseFailureBlock?
  ) {
    perform(
      request, options: options, successCallbackQueue: successCallbackQueue,
      failureCallbackQueue: failureCallbackQueue, onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Sends a custom code request again with a new signature; call it from a retry block.
  ///
  /// The response can have any content type. If `request` is `nil`, the call fails immediately with
  /// `SMError` -100.
  public func retryCustomCodeRequest(
    _ request: URLRequest?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMFullResponseSuccessBlock?, onFailure: SMFullResponseFailureBlock?
  ) {
    do {
      guard let draft = request.flatMap({ RequestDraft($0) }) else {
        throw SMFailure.invalidArguments("Nil argument(s) provided.")
      }
      let call = CustomCodeCall(try session.call(draft, options: options), accepted: nil)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue, onSuccess: onSuccess, onFailure: onFailure)
    } catch {
      onFailure?(request, nil, error, nil)
    }
  }

  /// Performs a custom code request, and returns the request, its response and the body.
  ///
  /// - Throws: `SMError` -100 if `request` is `nil`; the networking library's error for a status
  ///   that is not a success or a content type that is not accepted; otherwise the error of the
  ///   request.
  /// - Source: protocol reference B10.
  nonisolated(nonsending) public func perform(
    _ request: SMCustomCodeRequest?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> SMCustomCodeResponse {
    try await customCodeCall(request, options).value()
  }

  private func customCodeCall(
    _ request: SMCustomCodeRequest?, _ options: SMRequestOptions
  ) throws -> CustomCodeCall {
    guard let request else { throw SMFailure.invalidArguments("Nil argument(s) provided.") }
    return CustomCodeCall(
      try session.call(request.draft(), options: options), accepted: request.acceptedTypes)
  }
}

/// A custom code call that is ready to be sent.
///
/// If the response has a failure status, the call fails with an error that is worded as in AFNetworking,
/// the vendor SDK's networking library.
struct CustomCodeCall: Sendable {
  private let call: PendingCall<Exchange>

  /// Creates a custom code call; if `accepted` is `nil`, every content type is accepted.
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

  /// Starts the call, and calls the matching block on its queue, by default the main queue.
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

  /// Runs the call and returns its response.
  nonisolated(nonsending) func value() async throws -> SMCustomCodeResponse {
    let exchange = try await call.value()
    return SMCustomCodeResponse(
      request: exchange.request.urlRequest, response: exchange.httpResponse,
      body: CustomCodeBody.value(of: exchange.response))
  }
}
