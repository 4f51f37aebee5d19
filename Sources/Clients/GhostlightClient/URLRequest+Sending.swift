package import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLRequest {
  /// The request for the URL loading system, its target to the letter.
  ///
  /// The system escapes what RFC 3986 forbids and resolves dot segments; since signatures cover the
  /// target as it is, such a target is refused instead.
  package init(sending request: Request) throws(TransportError) {
    let text = "\(request.scheme)://\(request.authority)\(request.target.raw)"
    let segments = request.target.rawPath.split(separator: "/")
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      url.scheme?.isEmpty == false, url.host?.isEmpty == false,
      !segments.contains("."), !segments.contains("..")
    else { throw .malformedRequest(text) }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !request.body.isEmpty { httpBody = Data(request.body) }
  }
}
