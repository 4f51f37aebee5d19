/// The search for the name that a user probably meant by a misspelled one.
package enum NearestNames {
  /// Returns the names that a user probably meant by a misspelled one, nearest first.
  ///
  /// A name is plausible if it differs by at most two letters or a third of its length, if it starts
  /// with `name`, or if one of the two contains the other. Case is ignored. Names that are equally
  /// near keep their order.
  ///
  /// - Parameters:
  ///   - name: The misspelled name.
  ///   - names: The valid names.
  ///   - limit: The maximum number of names to return.
  /// - Returns: The plausible names; empty if there are none.
  package static func names(
    to name: String, in names: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let wanted = name.lowercased()
    guard !wanted.isEmpty else { return [] }
    var found: [(rank: Int, distance: Int, position: Int, name: String)] = []
    for (position, candidate) in names.enumerated() {
      let other = candidate.lowercased()
      let distance = EditDistance.between(wanted, other)
      // A distance of the whole length would relate any two short names.
      let isNear =
        distance <= max(2, other.utf8.count / 3)
        && distance < max(1, min(wanted.utf8.count, other.utf8.count))
      let rank: Int
      if other.hasPrefix(wanted) {
        rank = min(distance, 1)
      } else if isNear {
        rank = distance
      } else if wanted.utf8.count > 2 && other.contains(wanted)
        || other.utf8.count > 2 && wanted.contains(other)
      {
        rank = max(2, other.utf8.count / 3)
      } else {
        continue
      }
      found.append((rank, distance, position, candidate))
    }
    found.sort { ($0.rank, $0.distance, $0.position) < ($1.rank, $1.distance, $1.position) }
    return found.prefix(limit).map(\.name)
  }
}

/// The number of edits that turn one string into another.
///
/// An edit inserts, removes or replaces a byte, or swaps two adjacent bytes.
package enum EditDistance {
  /// The number of bytes of a string that are compared.
  private static let comparedBytes = 200

  /// Returns the distance of two strings, considering only their first 200 bytes.
  package static func between(_ left: some StringProtocol, _ right: some StringProtocol) -> Int {
    let left = Array(left.utf8.prefix(comparedBytes))
    let right = Array(right.utf8.prefix(comparedBytes))
    var row = Array(0...right.count)
    var (before, next) = (row, row)
    for (index, byte) in left.enumerated() {
      next[0] = index + 1
      for (column, other) in right.enumerated() {
        var best = min(row[column + 1] + 1, next[column] + 1, row[column] + (byte == other ? 0 : 1))
        if index > 0, column > 0, byte == right[column - 1], left[index - 1] == other {
          best = min(best, before[column - 1] + 1)
        }
        next[column + 1] = best
      }
      (before, row, next) = (row, next, before)
    }
    return row[right.count]
  }
}
