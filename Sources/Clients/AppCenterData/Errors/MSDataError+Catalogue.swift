import AppCenter
import Foundation
import GhostlightCore

/// The errors with their texts, as the SDK words them (C5, C6, C10, C11, A5).
extension MSDataError {
  static let disabled = MSDataError(.disabled, "The service is disabled.")
  static let invalidClass = MSDataError(
    .invalidClassCode,
    "Provided class does not conform to serialization protocol (MSSerializableDocument).")
  static let invalidID = MSDataError(.documentIdInvalid, "Invalid document ID.")
  static let nextPageOffline = MSDataError(
    .nextDocumentPageUnavailable, "Can't retrieve the next page when the device is offline.")
  static let unsupported = MSDataError(.unsupportedOperation, "Operation is not supported")
  static let pendingDeletion = MSDataError(
    .documentNotFound, "Document pending deletion in local storage")
  static let unfitForRequest = MSDataError(
    .jsonSerializationFailed, "Document dictionary contains values that cannot be serialized.")
  static let unfitForStore = MSDataError(
    .jsonSerializationFailed, "Dictionary contains values that cannot be processed as JSON.")
  static let systemProperties = MSDataError(
    .jsonSerializationFailed,
    "Can't deserialize document (missing system properties or partition key)")
  static let documentNoObject = MSDataError(
    .jsonSerializationFailed, "Can't deserialize document (its value is not an object)")
  static let documents = MSDataError(.jsonSerializationFailed, "Can't deserialize documents")

  // Tokens
  static let tokenResponse = MSDataError(
    .invalidTokenExchangeResponse, "Invalid token exchange service response.")
  static let tokenOffline = MSDataError(
    .unableToGetToken, "No cached token result found, and device is offline.")

  static func invalidPartition(_ name: String) -> MSDataError {
    MSDataError(.invalidPartition, "Invalid partition name \(name)")
  }

  static func tokenStore(status: Int) -> MSDataError {
    MSDataError(.httpError, "The token store returned \(status)", status: status)
  }

  static func tokenStatus(_ status: String) -> MSDataError {
    MSDataError(.httpError, "Token result had a status of \(status)")
  }

  static func tokenTransport(_ failure: MSCallFailure) -> MSDataError {
    let error = failure.error
    return MSDataError(.httpError, error.localizedDescription, inner: error)
  }

  /// The error itself, or the transport's that it only passes on.
  var cause: any Error {
    code == MSDataErrorCode.httpError.rawValue ? innerError ?? self : self
  }

  static func tokenJSON(_ error: JSONError) -> MSDataError {
    MSDataError(
      .jsonSerializationFailed, "Can't deserialize tokens with error: \(error)", inner: error)
  }

  /// No operation begins without a token.
  static func cachedToken(_ error: MSDataError) -> MSDataError {
    MSDataError(
      .cachedToken,
      "Error while retrieving cached token, aborting operation: \(error.localizedDescription)")
  }

  /// A failed exchange with Cosmos, whatever its status.
  static func cosmos(status: Int?, _ inner: (any Error)? = nil) -> MSDataError {
    MSDataError(
      .httpError, "Unexpected error while talking to CosmosDB.",
      status: status ?? (inner as? MSDataError)?.httpStatus ?? 0, inner: inner)
  }

  static func payload(_ error: JSONError) -> MSDataError {
    MSDataError(
      .jsonSerializationFailed, "Can't deserialize JSON payload: \(error)", inner: error)
  }

  static let payloadNoObject = MSDataError(
    .jsonSerializationFailed, "Can't deserialize JSON payload",
    inner: MSDataError(.jsonSerializationFailed, "Can't deserialize JSON payload"))

  // The device's store
  static func notFound(_ partition: String, _ id: String) -> MSDataError {
    MSDataError(
      .documentNotFound,
      "Unable to find document in local store for partition '\(partition)' and document ID "
        + "'\(id)'")
  }

  static func expired(_ partition: String, _ id: String, at seconds: Int64) -> MSDataError {
    let date = ISODate.format(milliseconds: seconds * 1000)
    return MSDataError(
      .localDocumentExpired,
      "Local document for partition '\(partition)' and document ID '\(id)' expired at \(date), "
        + "discarding it")
  }

  /// - Source: assumption: the SDK logged what its database refused and reported success.
  static func store(_ error: any Error) -> MSDataError {
    MSDataError(
      .documentNotFound, "The local store cannot be used: \(error)", inner: error)
  }
}
