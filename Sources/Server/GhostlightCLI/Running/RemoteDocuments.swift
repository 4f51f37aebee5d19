import GhostlightCore
import GhostlightServer
import HTTPTypes

/// Reads contracts at URLs and the resources of a Pact broker.
///
/// Credentials are sent only to the server at ``origin``, whatever URLs its links contain. Links
/// from a server on another machine cannot lead to this machine.
struct RemoteDocuments: Sendable {
  /// The scheme, host and port of the only server that receives the credentials.
  let origin: String
  let credentials: String?
  let trustFile: String?

  /// Creates a reader for the server at a URL.
  ///
  /// - Throws: ``RemoteDocumentError`` if the string is not a valid URL.
  init(_ url: String, credentials: String?, trustFile: String?) throws(RemoteDocumentError) {
    guard let (origin, _) = Self.split(url) else { throw .badURL(url) }
    (self.origin, self.credentials, self.trustFile) = (origin, credentials, trustFile)
  }

  /// Sends a request, optionally with a JSON body, and returns the response if its status is 2xx.
  ///
  /// - Throws: ``RemoteDocumentError`` if the status is not 2xx, or if there is no response.
  func send(
    _ method: HTTPRequest.Method, _ url: String, _ body: JSON? = nil
  ) async throws(RemoteDocumentError) -> Response {
    guard let (origin, target) = Self.split(url) else { throw .badURL(url) }
    var request = Request(method, RequestTarget(target))
    if let body { request.body = body.bytes }
    if body != nil { request.headers[.contentType] = "application/json" }
    request.headers[.accept] = "application/hal+json, application/json"
    if origin == self.origin, let credentials { request.headers[.authorization] = credentials }
    var options = UpstreamOptions()
    options.trustFile = trustFile
    options.isNamedByServer = origin != self.origin && !isOnThisMachine
    let response: Response
    do throws(UpstreamError) {
      response = await (try Upstream(origin, options)).responder.respond(request)
    } catch {
      throw .unusable(url, "\(error)")
    }
    if let reason = response.upstreamFailure { throw .unreachable(reason) }
    switch response.status.code {
    case 200...299: return response
    case 401, 403: throw .unauthorized(url, response.status.code, isKnown: credentials != nil)
    case 404: throw .missing(url)
    default:
      let text = response.json?["error"]?["message"]?.string ?? response.json?["errors"]?.text()
      throw .refused(url, response.status.code, text ?? String(response.text.prefix(200)))
    }
  }

  /// Whether the server at ``origin`` is on this machine, so that its links may lead to this
  /// machine.
  private var isOnThisMachine: Bool { (try? Upstream(origin))?.isThisMachine == true }

  /// Sends a request and returns the JSON in its response.
  ///
  /// - Throws: ``RemoteDocumentError`` if the request fails or the response is not JSON.
  func json(
    _ method: HTTPRequest.Method, _ url: String, _ body: JSON? = nil
  ) async throws(RemoteDocumentError) -> JSON {
    let response = try await send(method, url, body)
    do throws(JSONError) {
      return try JSON.parse(response.body, limits: JSONLimits(bytes: 64 << 20))
    } catch {
      throw .malformed(url, "is not valid JSON: \(error.reason.rawValue) at byte \(error.offset)")
    }
  }

  /// Splits a URL into its origin and the target after it.
  private static func split(_ url: String) -> (origin: String, target: String)? {
    guard let scheme = url.firstRange(of: "://"),
      ["http", "https"].contains(url[..<scheme.lowerBound].lowercased())
    else { return nil }
    let rest = url[scheme.upperBound...].prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    let target = rest[end...]
    return (String(url[..<end]), (target.hasPrefix("/") ? "" : "/") + target)
  }
}

/// The reason why a document on a server is not available.
enum RemoteDocumentError: Error, Hashable {
  case badURL(String)
  case unusable(String, String)
  case unreachable(String)
  case unauthorized(String, Int, isKnown: Bool)
  case missing(String)
  case refused(String, Int, String)
  case malformed(String, String)

  /// The exit code for a command that fails with this error.
  ///
  /// It is 64 for an invalid URL, 1 for an unreachable server or a missing document, 77 for missing
  /// permission, and 76 for a response that no broker would send.
  var code: Int32 {
    switch self {
    case .badURL, .unusable: 64
    case .unreachable, .missing: 1
    case .unauthorized: 77
    case .refused, .malformed: 76
    }
  }
}

extension RemoteDocumentError: CustomStringConvertible {
  /// One line with the URL, the problem and the remedy.
  var description: String {
    switch self {
    case .badURL(let url):
      "\"\(url)\" is not a valid URL: use one such as https://broker.example.com"
    case .unusable(let url, let reason): "cannot call \(url): \(reason)"
    case .unreachable(let reason):
      reason.trimmingPrefix("the upstream ")
        + (reason.contains("cannot be reached")
          ? "; is the URL right, and does the server run?" : "")
    case .unauthorized(let url, let code, let isKnown):
      "\(url) responds with \(code): "
        + (isKnown
          ? "use other credentials"
          : "give --broker-token or --broker-user, or set $PACT_BROKER_TOKEN")
    case .missing(let url): "there is no document at \(url): check the URL"
    case .refused(let url, let code, let text): "\(url) responds with \(code): \(text)"
    case .malformed(let url, let reason): "the response of \(url) \(reason)"
    }
  }
}
