import AppCenter
public import Foundation
import GhostlightCore

/// The reason why a call of Data failed.
///
/// A handler gets it in its wrapper or page; asynchronous calls throw it. Compare ``code`` with the
/// raw value of an ``MSDataErrorCode``. When bridged to `NSError`, it keeps its domain, code and
/// user info.
///
/// ```swift
/// import AppCenterData
///
/// func isConflict(_ error: MSDataError) -> Bool {
///   error.code == MSDataErrorCode.httpError.rawValue && error.userInfo[MSHttpCodeKey] as? Int == 409
/// }
/// ```
///
/// - Source: protocol reference C3 and C10.
public struct MSDataError: Error, Sendable {
  /// The number of the error: the raw value of an ``MSDataErrorCode``.
  public let code: Int
  /// The error that caused this one, if it is known.
  public let innerError: (any Error)?
  private let message: String
  private let status: Int?

  init(
    _ code: MSDataErrorCode, _ message: String, status: Int? = nil, inner: (any Error)? = nil
  ) {
    self.code = code.rawValue
    self.message = message
    self.status = status
    innerError = inner
  }

  /// The error domain: `kMSACDataErrorDomain`.
  public var domain: String { kMSACDataErrorDomain }

  /// The description, with the wording of the original SDK.
  public var localizedDescription: String { message }

  /// The description, the inner error and the HTTP status, under the keys that `NSError` and the
  /// SDK use.
  public var userInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    info[NSUnderlyingErrorKey] = innerError
    info[MSHttpCodeKey] = status
    return info
  }

  /// The HTTP status of the response; `nil` if the error does not come from a response.
  var httpStatus: Int? { status }
}

extension MSDataError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// The error domain: `kMSACDataErrorDomain`.
  public static var errorDomain: String { kMSACDataErrorDomain }

  /// The same number as ``code``.
  public var errorCode: Int { code }

  /// The same dictionary as ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }

  /// The same string as ``localizedDescription``.
  public var errorDescription: String? { message }

  /// The code and the description on one line.
  public var description: String { "App Center Data \(code): \(message)" }
}

/// The error codes of App Center Data, which are the values of ``MSDataError/code``.
///
/// Codes below 300 come from the SDK itself; 300 and 301 mean that a request failed. If no token
/// was available, the code is 201, and the error's description contains that of the underlying
/// error.
///
/// - Source: protocol reference C10.
public enum MSDataErrorCode: Int, Sendable, Hashable, CaseIterable {
  /// The service was not started, or it is disabled.
  case disabled = 3
  /// The app's class does not conform to ``MSSerializableDocument``.
  case invalidClassCode = 101
  /// A document cannot be written as JSON, or a response cannot be parsed.
  case jsonSerializationFailed = 102
  /// The document is not stored on the device.
  case documentNotFound = 200
  /// No token is available, so the call could not be started.
  case cachedToken = 201
  /// The document's time to live on the device has expired.
  case localDocumentExpired = 202
  /// The id of a document to create is missing.
  case documentIdMissing = 203
  /// There is no partition with this name.
  ///
  /// The code is only used for the underlying error of an error with the code 201.
  case invalidPartition = 204
  /// The response of the token exchange is invalid.
  ///
  /// The code is only used for the underlying error of an error with the code 201.
  case invalidTokenExchangeResponse = 205
  /// The operation is not possible, such as writing public documents offline.
  case unsupportedOperation = 206
  /// The id is empty, or contains a character that is not allowed in ids.
  case documentIdInvalid = 207
  /// The next page cannot be read while the device is offline.
  case nextDocumentPageUnavailable = 208
  /// The request failed.
  ///
  /// If there was a response, the user info contains its HTTP status under `MSHttpCodeKey`.
  case httpError = 300
  /// The device is offline and has no stored token.
  ///
  /// The code is only used for the underlying error of an error with the code 201.
  case unableToGetToken = 301
}

/// The errors with their descriptions, in the wording of the original SDK (C5, C6, C10, C11, A5).
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
  static let invalidForRequest = MSDataError(
    .jsonSerializationFailed, "Document dictionary contains values that cannot be serialized.")
  static let invalidForStore = MSDataError(
    .jsonSerializationFailed, "Dictionary contains values that cannot be processed as JSON.")
  static let systemProperties = MSDataError(
    .jsonSerializationFailed,
    "Can't deserialize document (missing system properties or partition key)")
  static let documentNoObject = MSDataError(
    .jsonSerializationFailed, "Can't deserialize document (its value is not an object)")
  static let documents = MSDataError(.jsonSerializationFailed, "Can't deserialize documents")

  // Errors about tokens.
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

  /// The inner error of an HTTP error, if there is one; otherwise this error itself.
  var cause: any Error {
    code == MSDataErrorCode.httpError.rawValue ? innerError ?? self : self
  }

  static func tokenJSON(_ error: JSONError) -> MSDataError {
    MSDataError(
      .jsonSerializationFailed, "Can't deserialize tokens with error: \(error)", inner: error)
  }

  /// Creates the error for a call that could not be started because no token was available.
  static func cachedToken(_ error: MSDataError) -> MSDataError {
    MSDataError(
      .cachedToken,
      "Error while retrieving cached token, aborting operation: \(error.localizedDescription)")
  }

  /// Creates the error for a failed request to Cosmos DB; `status` is `nil` without a response.
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

  // Errors about documents on the device.
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

  /// Creates the error for a failure of the database on the device.
  ///
  /// - Source: assumption: the SDK logged what its database refused and reported success.
  static func store(_ error: any Error) -> MSDataError {
    MSDataError(
      .documentNotFound, "The local store cannot be used: \(error)", inner: error)
  }
}
