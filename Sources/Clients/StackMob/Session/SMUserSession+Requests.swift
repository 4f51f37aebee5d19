import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Addressing and signing requests.
///
/// - Source: protocol reference A2, A4 and B3.
extension SMUserSession {
  /// Returns the host for http, followed by its port unless that is 80.
  public func getHttpHost() -> String { apiHost }

  /// Returns the host for https, followed by its port unless that is 443.
  public func getHttpsHost() -> String { environment.httpsHost ?? apiHost }

  /// The host and credentials for signed requests over http.
  public var regularOAuthClient: SMOAuth2Client { oauthClient(withHTTPS: false) }

  /// The host and credentials for signed requests over https.
  public var secureOAuthClient: SMOAuth2Client { oauthClient(withHTTPS: true) }

  /// The host for token requests, without credentials because these requests are not signed.
  public var tokenClient: SMOAuth2Client { client(isSecure: true, credentials: nil) }

  /// Returns the host and credentials for signed requests, over https or http.
  public func oauthClient(withHTTPS isSecure: Bool) -> SMOAuth2Client {
    client(isSecure: isSecure, credentials: state.withLock { $0.credentials })
  }

  /// Returns the request with the session's signature, or unchanged if no user is logged in.
  public func sign(_ request: URLRequest) -> URLRequest {
    var copy = request
    copy.setValue(nil, forHTTPHeaderField: "Authorization")
    guard let draft = RequestDraft(request), let url = request.url, let host = url.host else {
      return copy
    }
    let authority = url.port.map { "\(host):\($0)" } ?? host
    var plain = Request(
      draft.method, RequestTarget(draft.target), authority: authority, headers: [:])
    plain.scheme = url.scheme ?? "http"
    let signature = signed(plain).request.headers[.authorization]
    copy.setValue(signature, forHTTPHeaderField: "Authorization")
    return copy
  }

  /// Returns the request with the session's signature; the original Objective-C name of
  /// ``sign(_:)``.
  public func signRequest(_ request: URLRequest) -> URLRequest {
    sign(request)
  }

  /// Returns the request with the session's signature, and the access token that was used to sign
  /// it.
  func signed(_ request: Request) -> (request: Request, accessToken: String?) {
    guard let credentials = state.withLock({ $0.credentials }) else { return (request, nil) }
    let timestamp = Int64(environment.now().timeIntervalSince1970.rounded(.down))
    let signed = request.signed(
      with: credentials, timestamp: timestamp, nonce: environment.nonce())
    return (signed, credentials.id)
  }

  /// Returns the complete request for a draft, without a signature.
  func request(_ draft: RequestDraft, isSecure: Bool) -> Request {
    let client = client(isSecure: isSecure, credentials: nil)
    let target =
      environment.escapesBrackets ? WireText.withoutBrackets(draft.target) : draft.target
    var request = Request(
      draft.method, RequestTarget(target), scheme: client.scheme, authority: client.apiHost,
      body: draft.body)
    request.headers[.accept] = "application/vnd.stackmob+json; version=\(apiVersion)"
    request.headers[.stackMobAPIKey] = publicKey
    request.headers[.userAgent] = environment.userAgent
    for field in draft.headers { request.headers[field.name] = field.value }
    return request
  }

  /// Sends a request and returns its response.
  ///
  /// It does not suspend if the transport responds immediately.
  nonisolated(nonsending) func transmit(
    _ request: Request
  ) async throws(TransportError) -> Response {
    do throws(TransportError) {
      let response = try await environment.transport.exchange(request)
      networkMonitor.setNetworkStatus(SMNetworkStatusReachable)
      return response
    } catch {
      switch error {
      case .notConnectedToInternet, .cannotFindHost, .cannotConnect:
        networkMonitor.setNetworkStatus(SMNetworkStatusNotReachable)
      default: break
      }
      throw error
    }
  }

  private func client(isSecure: Bool, credentials: MACCredentials?) -> SMOAuth2Client {
    let isSecure = isSecure && !environment.sendsSecureCallsOverHTTP
    return SMOAuth2Client(
      scheme: isSecure ? "https" : "http", apiHost: isSecure ? getHttpsHost() : getHttpHost(),
      version: apiVersion, publicKey: publicKey, accessToken: credentials?.id,
      macKey: credentials?.key)
  }
}

/// The host of a session's requests, and the credentials for signing them.
///
/// It is a copy of the session's state at one moment; a refresh does not change it. Get it from an
/// ``SMUserSession``, for example to sign a request yourself.
///
/// - Source: protocol reference B3.
public struct SMOAuth2Client: Sendable, Hashable {
  /// The scheme, `http` or `https`.
  public let scheme: String
  /// The host, followed by its port unless that is the default port of the scheme.
  public let apiHost: String
  /// The version of the app's API; `0` is the development version.
  public let version: String
  /// The app's public key.
  public let publicKey: String
  /// The access token; `nil` if no user is logged in, and for requests that are not signed.
  public let accessToken: String?
  /// The key for signing; `nil` if no user is logged in, and for requests that are not signed.
  public let macKey: String?

  /// Whether requests are signed, because the access token and the key are known.
  public var hasValidCredentials: Bool { accessToken != nil && macKey != nil }
}
