import Foundation

/// Where a project's collections are, as a base path says it.
struct ServiceAddress: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// Host and perhaps port.
  let authority: String
  /// What comes before `/<collection>/`, escaped as it was given; empty at the root.
  let path: String

  /// Reads `https://host:port/path`, with or without a scheme and slashes at the end.
  init(_ basePath: String) throws(CRUDError) {
    var text = basePath.contains("://") ? basePath : "https://" + basePath
    while text.hasSuffix("/") { text.removeLast() }
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil, url.user == nil,
      let start = text.range(of: "://")?.upperBound
    else {
      throw CRUDError.invalidURL(
        "The base path \"\(basePath)\" is no URL; give it as in https://host/v2.")
    }
    let end = text[start...].firstIndex(of: "/") ?? text.endIndex
    self.scheme = scheme
    authority = String(text[start..<end])
    path = String(text[end...])
  }
}
