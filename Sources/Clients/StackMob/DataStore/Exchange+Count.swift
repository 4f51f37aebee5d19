import GhostlightCore
import HTTPTypes

extension Exchange {
  /// How many objects a count query found; `nil` where the answer does not tell.
  ///
  /// Without `Content-Range` the answer is the whole result. Else the total stands after the only
  /// `/`.
  ///
  /// - Source: protocol reference B6.
  var count: Int? {
    guard let range = response.headers[.contentRange] else { return json.array?.count }
    let parts = range.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let total = Int(parts[1]), total >= 0 else { return nil }
    return total
  }
}
