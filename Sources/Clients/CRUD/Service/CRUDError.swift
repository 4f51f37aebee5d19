public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// Why an operation failed.
///
/// - Source: protocol reference C7.
public enum CRUDError: Error, Sendable, Hashable {
  /// There is no URL: what is wrong with base path, collection or id.
  case invalidURL(String)
  /// No response came: there is no connection, or it broke.
  case transport(String)
  /// The service refused; its body's `error` and `message`, where it had them.
  case http(statusCode: Int, error: String?, message: String?)
  /// What was received does not make the type asked for.
  case decoding(String)
  /// What was to be sent cannot be JSON.
  case encoding(String)
  /// The service accepted, and its response lacks what it should say.
  case invalidResponse
  /// An update that updates nothing; no request was made.
  case emptyPatch
}

extension CRUDError: CustomStringConvertible, LocalizedError {
  /// What happened, in a line.
  public var description: String {
    switch self {
    case .invalidURL(let text), .transport(let text), .decoding(let text), .encoding(let text):
      text
    case .http(let status, let error, let message):
      ["The service answered \(status)", error, message].compactMap(\.self).joined(separator: ": ")
    case .invalidResponse:
      "The service's answer lacks what it should say; look whether the base path is right."
    case .emptyPatch: "Nothing to update; call update, remove, increment or push first."
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension CRUDError {
  /// A response that is none of success.
  init(refusal response: Response) {
    let body = response.json?.object
    self = .http(
      statusCode: response.status.code, error: body?["error"]?.string,
      message: body?["message"]?.string)
  }

  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let url): self = .invalidURL("\(url) is no URL.")
    case .notConnectedToInternet(let reason), .cannotFindHost(let reason),
      .cannotConnect(let reason):
      self = .transport("There is no connection: \(reason)")
    case .other(let reason): self = .transport(reason)
    case .timedOut: self = .transport("The response took too long.")
    case .cancelled: self = .transport("The request was cancelled.")
    case .malformedResponse: self = .transport("What came is no HTTP response.")
    case .connectionReset, .emptyReply: self = .transport("The connection was lost.")
    case .truncatedBody(let received, let total):
      self = .transport("The connection was lost after \(received) of \(total) bytes.")
    }
  }

  /// What a decoder says about a response.
  init(decoding type: Any.Type, _ error: any Error) {
    let (path, reason): ([any CodingKey], String) =
      switch error as? DecodingError {
      case .typeMismatch(_, let context): (context.codingPath, context.debugDescription)
      case .valueNotFound(_, let context): (context.codingPath, context.debugDescription)
      case .keyNotFound(_, let context): (context.codingPath, context.debugDescription)
      case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
      default: ([], String(describing: error))
      }
    self = .decoding("The response is no \(type)\(Self.place(path)): \(reason)")
  }

  /// What an encoder says about an object.
  init(encoding type: Any.Type, _ error: any Error) {
    guard case EncodingError.invalidValue(_, let context) = error else {
      self = .encoding("A \(type) cannot be JSON: \(error)")
      return
    }
    self = .encoding(
      "A \(type) cannot be JSON\(Self.place(context.codingPath)): \(context.debugDescription)")
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let names = path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
    return names.isEmpty ? "" : " at " + names.joined(separator: ".")
  }
}
