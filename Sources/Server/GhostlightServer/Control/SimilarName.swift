import GhostlightCore

/// Describes the valid names in a message about an unknown one.
package enum SimilarName {
  /// Returns the end of a message about an unknown name: the name that was probably meant, if one is
  /// similar, and the valid names, of which only the three nearest are listed if there are many.
  package static func remedy(for name: String, among names: [String]) -> String {
    let meant = NearestNames.names(to: name, in: names, limit: 1).first
    let start = meant.map { "did you mean \"\($0)\"? " } ?? ""
    guard names.count > 5 else { return start + "there are: " + names.joined(separator: ", ") }
    let wanted = name.lowercased()
    let ranked = names.enumerated().map { (EditDistance.between(wanted, $1), $0) }.sorted(by: <)
    return start + "the nearest are: "
      + ranked.prefix(3).map { names[$0.1] }.joined(separator: ", ")
  }
}
