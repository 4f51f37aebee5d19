import AppCenter
public import Foundation
import GhostlightCore

/// Why a call of Data failed.
///
/// As `NSError`, it has the same domain, code and user info.
///
/// - Source: protocol reference C3 and C10.
public struct MSDataError: Error, Sendable {
  /// The number of a ``MSDataErrorCode``.
  public let code: Int
  /// What caused the error, where that is known.
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

  /// `kMSACDataErrorDomain`.
  public var domain: String { kMSACDataErrorDomain }

  /// The text in words of the SDK.
  public var localizedDescription: String { message }

  /// The text, the inner error and the HTTP status, by their keys.
  public var userInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    info[NSUnderlyingErrorKey] = innerError
    info[MSHttpCodeKey] = status
    return info
  }

  /// The HTTP status, where the error knows one.
  var httpStatus: Int? { status }
}

extension MSDataError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// `kMSACDataErrorDomain`.
  public static var errorDomain: String { kMSACDataErrorDomain }

  /// ``code``.
  public var errorCode: Int { code }

  /// ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }

  /// ``localizedDescription``.
  public var errorDescription: String? { message }

  /// Code and text in one line.
  public var description: String { "App Center Data \(code): \(message)" }
}

/// The codes of errors of Data.
///
/// - Source: protocol reference C10.
public enum MSDataErrorCode: Int, Sendable, Hashable, CaseIterable {
  /// The service was not started, or is disabled.
  case disabled = 3
  /// A class does not conform to ``MSSerializableDocument``.
  case invalidClassCode = 101
  /// A document cannot be printed as JSON, or something received cannot be read.
  case jsonSerializationFailed = 102
  /// The device does not have the document.
  case documentNotFound = 200
  /// There is no token, so that the call cannot begin.
  case cachedToken = 201
  /// The document's time on the device is over.
  case localDocumentExpired = 202
  /// A document without an id cannot be created.
  case documentIdMissing = 203
  /// There is no partition of the name; stands inside of 201.
  case invalidPartition = 204
  /// The token exchange's answer makes no sense; stands inside of 201.
  case invalidTokenExchangeResponse = 205
  /// What was asked for is not possible, such as writing public documents offline.
  case unsupportedOperation = 206
  /// The id is empty, or has a character that ids must not have.
  case documentIdInvalid = 207
  /// There is no next page while the device is offline.
  case nextDocumentPageUnavailable = 208
  /// The request failed; `MSHttpCodeKey` has the status.
  case httpError = 300
  /// There is no token on the device, which is offline; stands inside of 201.
  case unableToGetToken = 301
}

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
