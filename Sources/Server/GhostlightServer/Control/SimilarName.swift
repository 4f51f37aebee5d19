/// Finds the name that a user probably meant by a misspelled one.
///
/// Error messages suggest the result, for names of subcommands and of inputs of control calls.
package enum SimilarName {
  /// The number of bytes of a name that are compared; valid names are shorter.
  private static let comparedBytes = 64

  /// Returns the most similar name; `nil` if no name differs by only a few letters.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let bytes = Array(name.utf8.prefix(comparedBytes))
    let rated = names.map { ($0, distance(bytes, Array($0.utf8))) }
    guard let best = rated.min(by: { $0.1 < $1.1 }) else { return nil }
    return best.1 <= max(1, best.0.utf8.count / 3) || !name.isEmpty && best.0.hasPrefix(name)
      ? best.0 : names.first { name.count > 1 && $0.hasPrefix(name) }
  }

  /// Returns the end of a message about an unknown name: the name that was probably meant, if one is
  /// similar, and the valid names, of which only the three nearest are listed if there are many.
  package static func remedy(for name: String, among names: [String]) -> String {
    let wanted = name.lowercased()
    let meant = nearest(to: wanted, among: names).map { "did you mean \"\($0)\"? " } ?? ""
    guard names.count > 5 else { return meant + "there are: " + names.joined(separator: ", ") }
    let bytes = Array(wanted.utf8.prefix(comparedBytes))
    let ranked = names.enumerated().map { (distance(bytes, Array($1.utf8)), $0) }.sorted(by: <)
    let three = ranked.prefix(3).map { names[$0.1] }
    return meant + "the nearest are: " + three.joined(separator: ", ")
  }

  /// Returns the edit distance between two names.
  ///
  /// An edit inserts, deletes or replaces a letter, or swaps two adjacent letters.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          best = min(best, before[j - 1] + 1)
        }
        next.append(best)
      }
      (before, row) = (row, next)
    }
    return row.last ?? 0
  }
}
