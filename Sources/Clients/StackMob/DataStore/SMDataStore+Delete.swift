public import Dispatch
import GhostlightCore
import HTTPTypes

/// - Source: protocol reference A12.
nonisolated extension SMDataStore {
  /// Deletes an object.
  ///
  /// Fails with HTTP 404 where there is none of that id.
  public func deleteObjectId(
    _ id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreObjectIdSuccessBlock?, onFailure: SMDataStoreObjectIdFailureBlock?
  ) {
    do {
      try deletion(id, in: schema, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { _ in onSuccess?(id ?? "", schema ?? "") },
        onFailure: { onFailure?($0, id, schema) })
    } catch {
      onFailure?(error, id, schema)
    }
  }

  /// Deletes an object.
  ///
  /// - Throws: -100 without id or schema, HTTP 404 where there is no object of that id.
  nonisolated(nonsending) public func deleteObjectId(
    _ id: String?, inSchema schema: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await deletion(id, in: schema, options: options).value()
  }

  private func deletion(
    _ id: String?, in schema: String?, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let address = try StoreAddress(id: id, schema: schema)
    return try session.call(RequestDraft(.delete, address.path), options: options)
  }
}
