public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// The reason why a call of this module failed.
///
/// Every call throws it or passes it to its closure. Its ``description`` states the problem in one
/// line.
///
/// ```swift
/// import CRUD
///
/// func isMissing(_ error: any Error) -> Bool {
///   if case CRUDError.http(statusCode: 404, error: _, message: _) = error { true } else { false }
/// }
/// ```
///
/// - Source: protocol reference C7.
public enum CRUDError: Error, Sendable, Hashable {
  /// The base path, collection name or id is not a valid part of a URL.
  ///
  /// The string names the invalid part.
  case invalidURL(String)
  /// There is no response, because the network failed.
  ///
  /// The string names the cause.
  case transport(String)
  /// The service rejected the request.
  ///
  /// `error` and `message` are the values of these members in the response's body; `nil` if they
  /// are missing.
  case http(statusCode: Int, error: String?, message: String?)
  /// The response does not match the requested type.
  ///
  /// The string names the property that does not match.
  case decoding(String)
  /// A value of the request cannot be written as JSON.
  ///
  /// The string names the invalid value.
  case encoding(String)
  /// The service accepted the request, but its response does not contain the expected value.
  case invalidResponse
  /// The update has no changes, so no request was sent.
  case emptyPatch
}

extension CRUDError: CustomStringConvertible, LocalizedError {
  /// A description of the problem in one line.
  public var description: String {
    switch self {
    case .invalidURL(let text), .transport(let text), .decoding(let text), .encoding(let text):
      text
    case .http(let status, let error, let message):
      ["The service returned status \(status)", error, message].compactMap(\.self).joined(
        separator: ": ")
    case .invalidResponse:
      "The service's response does not have the expected value; check the base path."
    case .emptyPatch: "Nothing to update; call update, remove, increment or push first."
    }
  }

  /// The same string as ``description``.
  public var errorDescription: String? { description }
}

extension CRUDError {
  /// Creates the error for a response whose status is not a success.
  init(refusal response: Response) {
    let body = response.json?.object
    self = .http(
      statusCode: response.status.code, error: body?["error"]?.string,
      message: body?["message"]?.string)
  }

  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let url): self = .invalidURL("\(url) is not a valid URL.")
    case .notConnectedToInternet(let reason), .cannotFindHost(let reason),
      .cannotConnect(let reason):
      self = .transport("There is no connection: \(reason)")
    case .other(let reason): self = .transport(reason)
    case .timedOut: self = .transport("The response took too long.")
    case .cancelled: self = .transport("The request was cancelled.")
    case .malformedResponse: self = .transport("The response is not valid HTTP.")
    case .connectionReset, .emptyReply: self = .transport("The connection was lost.")
    case .truncatedBody(let received, let total):
      self = .transport("The connection was lost after \(received) of \(total) bytes.")
    }
  }

  /// Creates the error for a response that cannot be decoded, with the coding path of the problem.
  init(decoding type: Any.Type, _ error: any Error) {
    let (path, reason): ([any CodingKey], String) =
      switch error as? DecodingError {
      case .typeMismatch(_, let context): (context.codingPath, context.debugDescription)
      case .valueNotFound(_, let context): (context.codingPath, context.debugDescription)
      case .keyNotFound(_, let context): (context.codingPath, context.debugDescription)
      case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
      default: ([], String(describing: error))
      }
    self = .decoding("The response cannot be decoded as \(type)\(Self.location(path)): \(reason)")
  }

  /// Creates the error for an object that cannot be encoded, with the coding path of the problem.
  init(encoding type: Any.Type, _ error: any Error) {
    guard case EncodingError.invalidValue(_, let context) = error else {
      self = .encoding("A \(type) cannot be encoded as JSON: \(error)")
      return
    }
    self = .encoding(
      "A \(type) cannot be encoded as JSON\(Self.location(context.codingPath)): "
        + context.debugDescription)
  }

  private static func location(_ path: [any CodingKey]) -> String {
    let names = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return names.isEmpty ? "" : " at " + names.joined(separator: ".")
  }
}
