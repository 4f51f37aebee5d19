import CManual
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
  /// The entity tag of the text; computed once, because browsers request the files often.
  let tag: String

  init(path: String, mediaType: String, text: String) {
    (self.path, self.mediaType, self.text) = (path, mediaType, text)
    tag = "\"" + String(FNV1a.hash(of: text), radix: 16) + "\""
  }
}

/// The files of the console, which are built into the server.
///
/// They are in `Sources/Server/CManual/Console`, in the form that browsers load: there is no build
/// step, and no third-party code. Strings from clients are inserted into the document as text only.
enum ConsolePages {
  /// All files of the console; the one with the path `/` is also served at the path of every view.
  ///
  /// The style sheet is not among them, because the page contains it.
  static let all: [ConsoleAsset] = files.compactMap { name, text in
    switch name {
    case "console.css": nil
    case "index.html":
      ConsoleAsset(
        path: "/", mediaType: "text/html; charset=utf-8",
        text: text.replacing(styleLink, with: "<style>\(style)</style>"))
    case let name where name.hasSuffix(".svg"):
      ConsoleAsset(
        path: "/assets/" + name, mediaType: "image/svg+xml; charset=utf-8", text: text)
    default:
      ConsoleAsset(
        path: "/assets/" + name, mediaType: "text/javascript; charset=utf-8", text: compact(text))
    }
  }

  /// The style sheet of the console, with rules for light and dark mode, phones and print.
  static let style = compactStyle(files.first { $0.name == "console.css" }?.text ?? "")

  /// The element of the page on disk in whose place the built-in page contains the style sheet.
  private static let styleLink = #"<link rel="stylesheet" href="/assets/console.css">"#

  /// The embedded files, in the order of their names.
  static let files: [(name: String, text: String)] = UnsafeBufferPointer(
    start: console_files(), count: Int(console_file_count())
  ).map { (String(cString: $0.path), String(cString: $0.text)) }

  /// Returns a script or a style sheet without indentation, empty lines, and lines that only have a
  /// comment.
  ///
  /// It saves a fifth of what the first page loads. `.ci/console` checks that no string of a script
  /// goes over the end of a line.
  static func compact(_ text: String) -> String {
    var lines: [Substring.UTF8View] = []
    var isComment = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let rest = line.drop { $0 == UInt8(ascii: " ") }
      if rest.starts(with: "/*".utf8) { isComment = true }
      defer { if rest.suffix(2).elementsEqual("*/".utf8) { isComment = false } }
      guard !isComment, !rest.isEmpty, !rest.starts(with: "//".utf8) else { continue }
      lines.append(rest)
    }
    return lines.reduce(into: "") { $0 += Substring($1) + "\n" }
  }

  /// Returns a style sheet as `compact(_:)` does, also without the spaces next to signs.
  ///
  /// No string of the style sheet may contain such a sign with a space.
  static func compactStyle(_ text: String) -> String {
    [(": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (" }", "}"), (";}", "}")]
      .reduce(into: compact(text)) { $0 = $0.replacing($1.0, with: $1.1) }
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
