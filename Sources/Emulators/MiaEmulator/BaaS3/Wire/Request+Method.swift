import GhostlightCore
import HTTPTypes

/// The method that a client names in a request, because it cannot send every method.
///
/// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `setup` and `parseBody`.
extension Request {
  /// The maximum size in bytes of a body in which a method is searched.
  ///
  /// The search is not charged to the work of the request.
  private static let longestBody = 64 << 10

  /// Replaces the method by that in the parameter `_method`, or by that in the member `_method` of
  /// a JSON body.
  ///
  /// The parameter and the member are removed.
  mutating func applyWantedMethod() {
    applyMethodParameter()
    applyMethodMember()
  }

  private mutating func applyMethodParameter() {
    let start = "_method="
    guard let query = target.rawQuery, query.utf8.contains(UInt8(ascii: "_")) else { return }
    var pairs = query.split(separator: "&", omittingEmptySubsequences: false)
    guard let position = pairs.firstIndex(where: { $0.hasPrefix(start) }),
      let wanted = HTTPRequest.Method(pairs[position].dropFirst(start.count).uppercased())
    else { return }
    pairs.remove(at: position)
    method = wanted
    let rest = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    target = RequestTarget(target.rawPath + rest)
  }

  private mutating func applyMethodMember() {
    guard [.post, .put, .delete].contains(method), body.first == UInt8(ascii: "{"),
      body.count <= Self.longestBody, body.contains(UInt8(ascii: "_")),
      body.firstRange(of: Array("\"_method\"".utf8)) != nil,
      var object = try? JSON.parse(body).object,
      let wanted = object["_method"]?.string.flatMap({ HTTPRequest.Method($0.uppercased()) })
    else { return }
    object["_method"] = nil
    method = wanted
    body = JSON.object(object).bytes
  }
}
