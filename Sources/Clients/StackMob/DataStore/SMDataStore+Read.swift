public import Dispatch
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A9.
nonisolated extension SMDataStore {
  /// Reads an object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func readObject(
    withId id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?, onFailure: SMDataStoreObjectIdFailureBlock?
  ) {
    do {
      try reading(id, in: schema, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, schema ?? "") },
        onFailure: { onFailure?($0, id, schema) })
    } catch {
      onFailure?(error, id, schema)
    }
  }

  /// Reads an object.
  ///
  /// - Throws: -100 without id or schema, HTTP 404 where there is no object of that id.
  nonisolated(nonsending) public func readObject(
    withId id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await reading(id, in: schema, options: options).value().json.dictionary
  }

  private func reading(
    _ id: String?, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(RequestDraft(.get, address.path), options: options)
  }
}
