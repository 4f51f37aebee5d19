package import GhostlightCore
import HTTPTypes

/// The web pages of HTML5 apps, whose files StackMob served next to its API (A24).
extension StackMobBackend {
  /// Returns whether a request is for a file of an HTML5 app, and not for the API (D70).
  ///
  /// The files are on the host of the vendor's scripts, and on those of apps, below stackmobapp.com.
  /// The host of an app also serves the API, because its pages send their calls to their own host.
  package static func isForPage(_ request: Request) -> Bool {
    // Most hosts, such as api.stackmob.com, are shorter than any of these.
    guard request.authority.utf8.count > 16, request.method == .get || request.method == .head
    else { return false }
    var host = request.host.lowercased()
    if host.hasSuffix(".") { host.removeLast() }
    guard host == "static.stackmob.com" || host.hasSuffix(".stackmobapp.com") else { return false }
    return !isCall(request)
  }

  /// Returns whether a request has a header field or a path that only the API has.
  private static func isCall(_ request: Request) -> Bool {
    request.target.begins(with: "/_s3")
      || request.headers.contains { field in
        field.name.canonicalName.hasPrefix("x-stackmob-")
          || field.name == .accept && field.value.contains("application/vnd.stackmob")
      }
  }
}
