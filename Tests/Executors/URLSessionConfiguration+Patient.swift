#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLSessionConfiguration {
  /// Keeps nothing on disk, and waits as long as a busy machine takes.
  package static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    // Else a cookie of one answer may take the place of the one that another request brings.
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    return configuration
  }
}
