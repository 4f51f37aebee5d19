import Foundation
import GhostlightCore
import HTTPTypes

/// The body of a custom code response, converted according to its content type.
///
/// - Source: protocol reference B10.
enum CustomCodeBody {
  /// Returns a response's body as callbacks get it: a JSON value, a string or bytes; `nil` for an
  /// empty JSON body.
  ///
  /// Invalid JSON, and text that is not UTF-8, are returned as bytes.
  static func value(of response: Response) -> Any? {
    let bytes = Data(response.body)
    switch mediaType(of: response) {
    case "application/vnd.stackmob+json", "application/json":
      return response.body.isEmpty ? nil : response.json?.foundation ?? bytes
    case "text/plain":
      return String(validating: response.body, as: UTF8.self) ?? bytes
    default:
      return bytes
    }
  }

  /// Returns the error for a failed response, with the message of the SDK's networking library;
  /// `nil` for a success.
  ///
  /// If `accepted` is `nil`, every content type is accepted.
  static func failure(of exchange: Exchange, accepted: Set<String>?) -> NSError? {
    let response = exchange.response
    guard response.status.kind == .successful else {
      return failure(
        .badServerResponse, "Expected status code in (200-299), got \(response.status.code)",
        exchange)
    }
    let type = mediaType(of: response)
    if let accepted, !accepted.contains(type) {
      let types = accepted.sorted().joined(separator: ", ")
      return failure(
        .cannotDecodeContentData, "Expected content type {(\(types))}, got \(type)", exchange)
    }
    if type.hasSuffix("json"), !response.body.isEmpty, response.json == nil {
      return failure(
        .cannotParseResponse, "The body is not valid JSON, although its type is \(type)", exchange)
    }
    return nil
  }

  /// The content types that every custom code request accepts.
  static let understood: Set<String> = [
    "application/vnd.stackmob+json", "application/json", "text/plain", "application/octet-stream",
  ]

  /// Returns a content type without its parameters, in lower case.
  static func mediaType(_ field: String) -> String {
    field.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  private static func mediaType(of response: Response) -> String {
    mediaType(response.headers[.contentType] ?? "application/octet-stream")
  }

  private static func failure(
    _ code: URLError.Code, _ description: String, _ exchange: Exchange
  ) -> NSError {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: description,
      NSLocalizedRecoverySuggestionErrorKey: exchange.response.text,
    ]
    userInfo["AFNetworkingOperationFailingURLResponseErrorKey"] = exchange.httpResponse
    return NSError(
      domain: "AFNetworkingErrorDomain", code: code.rawValue, userInfo: userInfo)
  }
}
