package import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  package import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Transport {
  /// Sends requests over the network through a URL session.
  ///
  /// The session's configuration decides about time-outs, proxies and caches. Targets must be valid
  /// URLs: a `[` in a query has to be sent as `%5B`.
  public static func urlSession(_ session: URLSession) -> Transport {
    var transport = Transport { request throws(TransportError) in
      let urlRequest = try URLRequest(sending: request)
      let body: Data
      let answer: URLResponse
      do {
        (body, answer) = try await session.data(for: urlRequest)
      } catch {
        throw TransportError(error)
      }
      guard let http = answer as? HTTPURLResponse else { throw .malformedResponse }
      var fields = HTTPFields()
      for (name, value) in http.allHeaderFields {
        guard let name = (name as? String).flatMap({ HTTPField.Name($0) }) else { continue }
        fields.append(HTTPField(name: name, value: String(describing: value)))
      }
      return Response(
        HTTPResponse.Status(code: http.statusCode), headers: fields, body: Array(body))
    }
    transport.needsValidURLs = true
    return transport
  }
}

extension TransportError {
  fileprivate init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = error is CancellationError ? .cancelled : .other(String(describing: error))
      return
    }
    switch error.code {
    case .notConnectedToInternet: self = .notConnectedToInternet(error.localizedDescription)
    case .cannotFindHost, .dnsLookupFailed: self = .cannotFindHost(error.localizedDescription)
    case .cannotConnectToHost: self = .cannotConnect(error.localizedDescription)
    case .networkConnectionLost: self = .connectionReset
    case .zeroByteResource: self = .emptyReply
    case .badServerResponse, .cannotParseResponse: self = .malformedResponse
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    default: self = .other(error.localizedDescription)
    }
  }
}

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

extension URLSession {
  /// A session that keeps neither cookies nor responses, so that nothing but the SDK adds to requests.
  package static func ephemeral() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }
}

extension TransportError {
  /// The URL loading system's error for this.
  package func urlLoadingError() -> NSError {
    NSError(
      domain: NSURLErrorDomain, code: urlLoadingCode.rawValue,
      userInfo: [NSLocalizedDescriptionKey: description])
  }

  private var urlLoadingCode: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .cannotFindHost: .cannotFindHost
    case .cannotConnect: .cannotConnectToHost
    case .connectionReset, .truncatedBody: .networkConnectionLost
    case .emptyReply: .zeroByteResource
    case .malformedResponse: .cannotParseResponse
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .malformedRequest: .badURL
    case .other: .unknown
    }
  }
}
