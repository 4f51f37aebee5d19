public import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A10.
nonisolated extension SMDataStore {
  /// Performs a query, and passes the matching objects to `onSuccess`.
  public func perform(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultsSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try call(for: query, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.list) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Performs a query, and returns the matching objects as dictionaries.
  ///
  /// - Throws: `SMError` -100 for a query that no server could process, or an error with the HTTP
  ///   status if the server rejects the query.
  nonisolated(nonsending) public func perform(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [[AnyHashable: Any]] {
    try await call(for: query, options: options).value().json.array.map {
      $0.map(\.dictionary)
    } ?? []
  }

  /// Performs a query; the original Objective-C name.
  public func performQuery(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultsSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    perform(
      query, options: options, successCallbackQueue: successCallbackQueue,
      failureCallbackQueue: failureCallbackQueue, onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Performs a query; the original Objective-C name.
  ///
  /// - Throws: The errors of `perform(_:options:)`.
  nonisolated(nonsending) public func performQuery(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [[AnyHashable: Any]] {
    try await perform(query, options: options)
  }

  /// Counts the objects that match a query, and passes the number to `onSuccess`.
  ///
  /// Fails with `SMError` -102 if the response does not contain a valid count.
  public func performCount(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMCountSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try counting(query, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?(NSNumber(value: $0)) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Counts the objects that match a query.
  ///
  /// - Throws: `SMError` -102 if the response does not contain a valid count, otherwise the error
  ///   of the request.
  nonisolated(nonsending) public func performCount(
    _ query: SMQuery, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> Int {
    try await counting(query, options: options).value()
  }

  /// Returns the call that counts the objects of a query.
  func counting(
    _ query: SMQuery, options: SMRequestOptions
  ) throws -> PendingCall<Int> {
    let call = try self.call(for: query, range: "objects=0-0", options: options)
    return call.map { (exchange) throws(CallFailure) -> Int in
      guard let count = exchange.count else {
        throw CallFailure(SMFailure.stackMob(SMErrorNoCountAvailable), exchange: exchange)
      }
      return count
    }
  }

  /// Returns the call that performs a query.
  ///
  /// If `range` is given, it replaces the page that the query has set.
  func call(
    for query: SMQuery, range: String? = nil, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    if let refusal = query.refusal { throw refusal }
    let items = query.queryItems
    var target = WireText.schemaPath(query.schemaName)
    if !items.isEmpty { target += "?" + WireText.query(items) }
    var draft = RequestDraft(.get, target)
    try draft.add(query.requestHeaders)
    if let range { draft.headers[.range] = range }
    return try session.call(draft, options: options)
  }
}
