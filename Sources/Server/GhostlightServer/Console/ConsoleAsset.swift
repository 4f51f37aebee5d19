import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// A file of the console that is built into the binary: a page, a style sheet or a script module.
struct ConsoleAsset: Sendable {
  /// The path at which the file is served: `/` for the index page, and `/assets/…` for the files
  /// that the page loads.
  let path: String
  /// The media type including the character set, such as `text/css; charset=utf-8`.
  let mediaType: String
  let text: String
  /// The entity tag of the text; computed once, because the console's files are asked for often.
  let tag: String

  init(path: String, mediaType: String, text: String) {
    (self.path, self.mediaType, self.text) = (path, mediaType, text)
    tag = "\"" + String(FNV1a.hash(of: text), radix: 16) + "\""
  }
}

/// Serves the files of the console: the index page, at `/` and at the path of each view, and its
/// assets.
enum ConsoleSite {
  /// The content security policy of the console: it loads only from this server and runs no inline
  /// script.
  ///
  /// The style sheet is inline, so that the page is never shown unstyled. The policy allows it by
  /// its hash only.
  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self' 'sha256-\(styleHash)'; img-src 'self' data: blob:; \
    connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """

  private static let styleHash = Base64.encode(
    Digest.sha256(Array(ConsolePages.style.utf8)))

  /// The path of the views: like `/`, it and all paths below it serve the index page.
  private static let views = "/console"

  private static let assets: [String: ConsoleAsset] = ConsolePages.all.reduce(into: [:]) {
    $0[$1.path] = $1
  }

  /// Returns the response to a request for a page of the console; `nil` for any other request.
  ///
  /// At `/`, programs that do not accept HTML get ``FrontPage`` instead.
  static func response(to request: Request) -> Response? {
    let path = request.target.rawPath
    let isView = path == views || path.hasPrefix(views + "/")
    if path == "/" {
      guard (request.headers[.accept] ?? "").contains("text/html") else { return nil }
    }
    return assets[isView ? "/" : path].map { response($0, to: request, policy: policy) }
  }

  /// Returns the response to a request for a page, with its content security policy.
  static func response(_ asset: ConsoleAsset, to request: Request, policy: String) -> Response {
    guard [.get, .head].contains(request.method) else {
      var refusal = Response.json(
        .methodNotAllowed, ["error": "the pages of the console take GET and HEAD"])
      refusal.headers[.allow] = "GET, HEAD"
      return refusal
    }
    let isKnown = request.headers[.ifNoneMatch].map { $0.contains(asset.tag) } ?? false
    var response = Response(isKnown ? .notModified : .ok)
    response.headers[.eTag] = asset.tag
    response.headers[.cacheControl] = "no-cache"
    response.headers[.vary] = "Accept"
    response.headers[.contentSecurityPolicy] = policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    response.headers[.crossOriginResourcePolicy] = "same-origin"
    guard !isKnown else { return response }
    response.headers[.contentType] = asset.mediaType
    response.body = Array(asset.text.utf8)
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = known("Referrer-Policy")
}
