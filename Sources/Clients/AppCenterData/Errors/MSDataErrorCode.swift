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
