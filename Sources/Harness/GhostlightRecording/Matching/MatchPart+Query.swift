import GhostlightCore

extension MatchPart {
  /// The parameters of the query, decoded, in any order; repeated ones count as often as sent.
  public static let query = query(ignoring: [])

  /// The parameters of the query but for those of some names.
  ///
  /// `a` is not `a=`. A query with a malformed escape is compared as it was sent.
  public static func query(ignoring names: Set<String>) -> MatchPart {
    MatchPart("query") { request, key in
      key.append(anyOrder: items(of: request, ignoring: names).map(\.matchKey))
    } compare: { request, recorded in
      MatchDifference.between(
        items(of: request, ignoring: names), items(of: recorded, ignoring: names), part: "query")
    }
  }

  private static func items(of request: Request, ignoring names: Set<String>) -> [QueryItem] {
    guard let items = request.target.queryItems else {
      return [QueryItem(name: request.target.rawQuery ?? "", value: nil)]
    }
    return names.isEmpty ? items : items.filter { !names.contains($0.name) }
  }
}
