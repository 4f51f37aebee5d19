import Foundation
import GhostlightClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// The network, without a memory for cookies: the session travels in the requests themselves.
  static let ofCRUD: Transport = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    return .urlSession(URLSession(configuration: configuration))
  }()
}
