package import GhostlightCore
package import GhostlightEmulation

/// The number of times that each row of a table was used, by the index of the row.
package struct UseCounts: Sendable, Hashable {
  private var counts: [Int: Int] = [:]

  /// The maximum count that a snapshot may have, so that counting cannot overflow.
  private static let most: Int64 = 1 << 53

  package init() {}

  package subscript(index: Int) -> Int { counts[index] ?? 0 }

  package mutating func add(_ index: Int) { counts[index, default: 0] += 1 }

  /// Replaces each count by the greater one of both.
  package mutating func formMaximum(_ other: UseCounts) {
    counts.merge(other.counts, uniquingKeysWith: max)
  }

  /// The counts above 0 as an object whose keys are the numbers of the rows, from 1.
  package var json: JSON {
    .object(
      counts.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
        $0["\($1.key + 1)"] = .integer(Int64($1.value))
      })
  }

  /// Creates counts from ``json``, for a table with `rows` rows.
  ///
  /// - Throws: `SnapshotError` with the place of an invalid number.
  package init(_ reader: SnapshotReader, rows: Int) throws(SnapshotError) {
    for member in try reader.members() {
      guard let number = Int(member.key), (1...max(rows, 1)).contains(number), rows > 0,
        "\(number)" == member.key
      else { throw member.reader.error("is not one of the numbers 1 to \(rows)") }
      let count = try member.reader.integer()
      guard (1...Self.most).contains(count) else {
        throw member.reader.error("is not a valid number of uses")
      }
      counts[number - 1] = Int(count)
    }
  }
}
