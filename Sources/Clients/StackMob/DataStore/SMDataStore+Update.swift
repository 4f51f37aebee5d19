public import Dispatch
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A11.
nonisolated extension SMDataStore {
  /// Changes some fields of an object; the result is the whole object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreFailureBlock?
  ) {
    do {
      let body = try body(of: update)
      let call = try updating(id, in: schema, body, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, body.dictionary, schema) })
    } catch {
      onFailure?(error, update, schema)
    }
  }

  /// Changes some fields of an object and answers the whole object.
  ///
  /// - Throws: -100 for arguments that cannot be sent, HTTP 404 where there is no object of that id.
  @discardableResult
  nonisolated(nonsending) public func updateObject(
    withId id: String?, inSchema schema: String?, update: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await updating(id, in: schema, body(of: update), options: options)
      .value().json.dictionary
  }

  /// Adds a number to a field, as one step on the server; the result is the whole object.
  public func updateAtomicCounter(
    withId id: String?, field: String?, inSchema schema: String?, by value: Int,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreFailureBlock?
  ) {
    do {
      let body = try counterBody(field, by: value)
      let call = try updating(id, in: schema, body, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, body.dictionary, schema) })
    } catch {
      onFailure?(error, nil, schema)
    }
  }

  /// Adds a number to a field, as one step on the server, and answers the whole object.
  @discardableResult
  nonisolated(nonsending) public func updateAtomicCounter(
    withId id: String?, field: String?, inSchema schema: String?, by value: Int,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await updating(id, in: schema, counterBody(field, by: value), options: options)
      .value().json.dictionary
  }

  private func counterBody(_ field: String?, by value: Int) throws -> JSON {
    guard let field, !field.isEmpty else {
      throw SMFailure.invalidArguments("Name the field to be counted up.")
    }
    return .object(["\(field)[inc]": .integer(Int64(value))])
  }

  private func updating(
    _ id: String?, in schema: String?, _ body: JSON, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(.json(.put, address.path, body), options: options)
  }
}
