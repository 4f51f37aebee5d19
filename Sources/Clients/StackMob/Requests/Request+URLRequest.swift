import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Request {
  /// The request for a block; `nil` where its host makes no URL.
  var urlRequest: URLRequest? {
    let text = "\(scheme)://\(authority)\(WireText.withoutBrackets(target.raw))"
    guard let url = URL(string: text) else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    for field in headers { request.setValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !body.isEmpty { request.httpBody = Data(body) }
    return request
  }
}
