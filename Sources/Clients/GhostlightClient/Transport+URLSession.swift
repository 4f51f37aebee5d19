import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
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
