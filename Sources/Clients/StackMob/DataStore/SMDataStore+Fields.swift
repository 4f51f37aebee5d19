public import Dispatch
import GhostlightCore
import HTTPTypes

/// Adding values to arrays and relationships, and removing them.
///
/// - Source: protocol reference A15.2 and A15.3.
nonisolated extension SMDataStore {
  /// Adds values to an array field, or IDs to a relationship, and passes the whole object to
  /// `onSuccess`.
  public func appendObjects(
    _ values: [Any]?, toObjectWithId id: String?, inSchema schema: String?, field: String?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMDataStoreSuccessBlock?,
    onFailure: (
      (_ error: any Error, _ id: String?, _ values: [Any]?, _ schema: String?) -> Void
    )?
  ) {
    do {
      let body = try body(of: values)
      let address = try StoreAddress(id: id, schema: schema, field: field)
      try session.call(.json(.put, address.path, body), options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary, address.schema) },
        onFailure: { onFailure?($0, id, body.list, schema) })
    } catch {
      onFailure?(error, id, values, schema)
    }
  }

  /// Adds values to an array field, or IDs to a relationship, and returns the whole object.
  ///
  /// - Throws: `SMError` -100 for arguments that cannot be sent, HTTP 404 if no object has the ID.
  @discardableResult
  nonisolated(nonsending) public func appendObjects(
    _ values: [Any]?, toObjectWithId id: String?, inSchema schema: String?, field: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    let address = try StoreAddress(id: id, schema: schema, field: field)
    return try await session.call(
      .json(.put, address.path, body(of: values)), options: options
    ).value().json.dictionary
  }

  /// Removes values from an array field, or IDs from a relationship.
  ///
  /// With `cascadeDelete` the objects with these IDs are deleted too.
  public func deleteObjects(
    _ values: [Any]?, fromObjectWithId id: String?, schema: String?, field: String?,
    cascadeDelete: Bool = false, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?,
    onFailure: (
      (_ error: any Error, _ id: String?, _ values: [Any]?, _ schema: String?) -> Void
    )?
  ) {
    do {
      let body = try body(of: values)
      let address = try StoreAddress(id: id, schema: schema, field: field)
      let call = try removal(of: body, from: address, cascadeDelete, options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { _ in onSuccess?() },
        onFailure: { onFailure?($0, id, body.list, schema) })
    } catch {
      onFailure?(error, id, values, schema)
    }
  }

  /// Removes values from an array field, or IDs from a relationship.
  ///
  /// With `cascadeDelete` the objects with these IDs are deleted too.
  ///
  /// - Throws: `SMError` -100 for arguments that cannot be sent, HTTP 404 if no object has the ID.
  nonisolated(nonsending) public func deleteObjects(
    _ values: [Any]?, fromObjectWithId id: String?, schema: String?, field: String?,
    cascadeDelete: Bool = false, options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    let address = try StoreAddress(id: id, schema: schema, field: field)
    _ = try await removal(of: body(of: values), from: address, cascadeDelete, options).value()
  }

  private func body(of values: [Any]?) throws -> JSON {
    guard let values, !values.isEmpty else {
      throw SMFailure.invalidArguments("There are no values.")
    }
    return try JSON(foundation: values)
  }

  private func removal(
    of values: JSON, from address: StoreAddress, _ cascades: Bool, _ options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    let texts = try (values.array ?? []).map { value in
      switch value {
      case .array, .object, .null:
        throw SMFailure.invalidArguments(
          "\(value) is not a valid value of a field; use strings or numbers.")
      case .string(let text): WireText.segment(text)
      default: WireText.segment(value.text())
      }
    }
    var draft = RequestDraft(.delete, address.path + "/" + texts.joined(separator: ","))
    if cascades { draft.headers[.cascadeDelete] = "true" }
    return try session.call(draft, options: options)
  }
}
