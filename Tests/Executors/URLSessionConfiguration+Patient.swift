#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension URLSessionConfiguration {
  /// A configuration that stores nothing on disk, with timeouts that suit a busy machine.
  package static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    // Cookies are off, because a cookie of one response could otherwise replace the cookie that
    // another request sends.
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    return configuration
  }
}
