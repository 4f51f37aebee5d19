import GhostlightCore
import GhostlightServer
import HTTPTypes

/// Documents that stand on servers: contracts by URL, and what a Pact broker says.
///
/// Credentials go to the one server that they are for, whatever links say. Links of a server
/// elsewhere do not lead to this machine.
struct RemoteDocuments: Sendable {
  /// What credentials are for: scheme, host and port of a URL.
  let origin: String
  let credentials: String?
  let trustFile: String?

  /// The server of a URL.
  ///
  /// - Throws: ``RemoteDocumentError`` where the text is no URL.
  init(_ url: String, credentials: String?, trustFile: String?) throws(RemoteDocumentError) {
    guard let (origin, _) = Self.split(url) else { throw .badURL(url) }
    (self.origin, self.credentials, self.trustFile) = (origin, credentials, trustFile)
  }

  /// Sends a request to a URL, with a body of JSON or none, and takes what is answered with 2xx.
  ///
  /// - Throws: ``RemoteDocumentError`` where that is not to be had.
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

  /// Whether the first server is on this machine, so that its links may name this machine, too.
  private var isOnThisMachine: Bool { (try? Upstream(origin))?.isThisMachine == true }

  /// The JSON at a URL.
  ///
  /// - Throws: ``RemoteDocumentError`` where there is none.
  func json(
    _ method: HTTPRequest.Method, _ url: String, _ body: JSON? = nil
  ) async throws(RemoteDocumentError) -> JSON {
    let response = try await send(method, url, body)
    do throws(JSONError) {
      return try JSON.parse(response.body, limits: JSONLimits(bytes: 64 << 20))
    } catch {
      throw .malformed(url, "is no JSON: \(error.reason.rawValue) at byte \(error.offset)")
    }
  }

  /// Scheme, host and port, and the rest.
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

/// Why a document of a server is not to be had.
enum RemoteDocumentError: Error, Hashable {
  case badURL(String)
  case unusable(String, String)
  case unreachable(String)
  case unauthorized(String, Int, isKnown: Bool)
  case missing(String)
  case refused(String, Int, String)
  case malformed(String, String)

  /// 64 for a URL that is none, 69 where nobody answers, 77 without leave, 76 for what no broker
  /// says.
  var code: Int32 {
    switch self {
    case .badURL, .unusable: 64
    case .unreachable: 69
    case .unauthorized: 77
    case .missing, .refused, .malformed: 76
    }
  }
}

extension RemoteDocumentError: CustomStringConvertible {
  /// One line with the URL and the remedy.
  var description: String {
    switch self {
    case .badURL(let url): "\"\(url)\" is no URL such as https://broker.example.com"
    case .unusable(let url, let reason): "cannot ask \(url): \(reason)"
    case .unreachable(let reason):
      reason.trimmingPrefix("the upstream ")
        + (reason.contains("cannot be reached")
          ? "; is the URL right, and does the server run?" : "")
    case .unauthorized(let url, let code, let isKnown):
      "\(url) answers \(code): "
        + (isKnown
          ? "the credentials are not the right ones"
          : "give --broker-token or --broker-user, or set $PACT_BROKER_TOKEN")
    case .missing(let url): "there is nothing at \(url): it answers 404"
    case .refused(let url, let code, let text): "\(url) answers \(code): \(text)"
    case .malformed(let url, let reason): "what \(url) answers \(reason)"
    }
  }
}
