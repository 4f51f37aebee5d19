import Foundation
import GhostlightCore
import HTTPTypes

extension EGF2SearchParameters {
  /// Parameters with everything that a search may say.
  convenience init(
    _ object: String, _ expand: [String]?, fields: [String]?, filters: [String: Any]?,
    range: [String: Any]?, sort: [String]?, query: String?
  ) {
    self.init(withObject: object)
    self.expand = expand
    self.fields = fields
    self.filters = filters
    self.range = range
    self.sort = sort
    self.query = query
  }

  /// The request for some of what is found.
  ///
  /// - Throws: `wrongMethodParameter` where a value cannot be sent.
  func draft(after: Int, count: Int) throws(NSError) -> CallDraft {
    var draft = CallDraft(.get, "search").asking("object", object)
    if after >= 0 { draft = draft.asking("after", String(after)) }
    if count >= 0 { draft = draft.asking("count", String(count)) }
    let lists = [("expand", expand), ("fields", fields), ("sort", sort)]
    for (name, list) in lists {
      if let list { draft = draft.asking(name, list.joined(separator: ",")) }
    }
    if let filters {
      draft = draft.asking("filters", try Self.pairs(filters, separator: ","))
    }
    if let range { draft = draft.asking("range", try Self.pairs(range, separator: ":")) }
    if let query { draft = draft.asking("q", query) }
    return draft
  }

  /// Pairs of key and value by key, the values of an array separated.
  private static func pairs(
    _ pairs: [String: Any], separator: String
  ) throws(NSError) -> String {
    var texts: [String] = []
    for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
      var words: [String] = []
      for value in (value as? [Any]) ?? [value] {
        let json = try WireValue.json(value, at: key)
        words.append(json.string ?? json.text())
      }
      texts.append("\(key):\(words.joined(separator: separator))")
    }
    return texts.joined(separator: ",")
  }
}
