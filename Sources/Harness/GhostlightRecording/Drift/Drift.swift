public import GhostlightCore
import HTTPTypes

/// Says how an actual response differs from an expected one.
public enum Drift {
  /// All differences but those that the mask hides: status, then header fields, then the body.
  ///
  /// Bodies that are both JSON are compared by value, the order of members aside; all others to the
  /// byte. What an array lost or gained is one difference, not a shift of all that follows.
  public static func compare(
    expected: Response, actual: Response, mask: DriftMask = .standard
  ) -> [Difference] {
    var differences: [Difference] = []
    if expected.status.code != actual.status.code {
      differences.append(
        Difference(
          .status, at: .status, expected: .integer(Int64(expected.status.code)),
          actual: .integer(Int64(actual.status.code))))
    }
    differences += headers(expected.headers, actual.headers, mask)
    return differences + bodies(expected, actual, mask)
  }

  private static func headers(
    _ expected: HTTPFields, _ actual: HTTPFields, _ mask: DriftMask
  ) -> [Difference] {
    let names = Set(expected.map(\.name)).union(actual.map(\.name)).subtracting(mask.headers)
    return names.sorted { $0.canonicalName < $1.canonicalName }.compactMap { name in
      let (before, after) = (expected[values: name], actual[values: name])
      guard before != after else { return nil }
      return Difference(.header, at: .header(name), expected: text(before), actual: text(after))
    }
  }

  private static func text(_ values: [String]) -> JSON? {
    values.isEmpty ? nil : .string(values.joined(separator: ", "))
  }

  private static func bodies(
    _ expected: Response, _ actual: Response, _ mask: DriftMask
  ) -> [Difference] {
    guard expected.body != actual.body else { return [] }
    if let before = expected.json, let after = actual.json {
      return JSONComparison.differences(
        expected: mask.applied(to: before), actual: mask.applied(to: after)
      ).map { mask.unmasked($0, expected: before, actual: after) }
    }
    guard !mask.hidesOpaqueBodies,
      let difference = ByteDifference(expected: expected.body, actual: actual.body)
    else { return [] }
    return [
      Difference(
        .body, at: .body, expected: .string("\(difference.place): \(difference.expected)"),
        actual: .string("\(difference.place): \(difference.actual)"))
    ]
  }
}
