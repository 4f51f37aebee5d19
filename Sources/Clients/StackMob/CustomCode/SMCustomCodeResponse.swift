#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What custom code answered: what a success block gets.
public struct SMCustomCodeResponse {
  /// The request as it was sent.
  public var request: URLRequest?
  /// Status and header fields.
  public var response: HTTPURLResponse?
  /// A JSON value, text or bytes, by the content type; `nil` for an empty body of JSON.
  public var body: Any?
}
