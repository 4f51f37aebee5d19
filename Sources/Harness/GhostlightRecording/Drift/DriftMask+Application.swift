import GhostlightCore

extension DriftMask {
  /// The value with all that may differ made the same.
  func applied(to value: JSON) -> JSON {
    guard !places.isEmpty else { return value }
    return masked(value, at: JSONPath()) ?? .null
  }

  /// The difference with the values that came, where it shows those that stand for any of a type.
  ///
  /// Inside arrays it stays as it is: places there are those of the masked values.
  func unmasked(_ difference: Difference, expected: JSON, actual: JSON) -> Difference {
    guard case .json(let path) = difference.place, !places.isEmpty else { return difference }
    var difference = difference
    if difference.expected != nil {
      difference.expected = Self.member(path, of: expected) ?? difference.expected
    }
    if difference.actual != nil {
      difference.actual = Self.member(path, of: actual) ?? difference.actual
    }
    return difference
  }

  /// The value at a place that no array stands above.
  private static func member(_ path: JSONPath, of value: JSON) -> JSON? {
    var value = value
    for step in path.steps {
      guard case .member(let name) = step, let next = value.object?[name] else { return .none }
      value = next
    }
    return value
  }

  /// The value with all that may differ below `path` made the same; `nil` where it may be absent.
  private func masked(_ value: JSON, at path: JSONPath) -> JSON? {
    let extent = extent(at: path)
    switch extent {
    case .presence: return nil
    case .value: return Self.anyOther(like: value)
    case .order, nil: break
    }
    switch value {
    case .object(let object):
      var kept = JSONObject()
      for member in object {
        guard let value = masked(member.value, at: path.appending(.member(member.key))) else {
          continue
        }
        kept.append(member.key, value)
      }
      return .object(kept)
    case .array(let elements):
      var kept: [JSON] = []
      for (index, element) in elements.enumerated() {
        if let value = masked(element, at: path.appending(.element(index))) { kept.append(value) }
      }
      return .array(extent == .order ? Self.sorted(kept) : kept)
    default:
      return value
    }
  }

  /// One value for all of a type.
  private static func anyOther(like value: JSON) -> JSON {
    switch value {
    case .null: .null
    case .bool: false
    case .integer: 0
    case .double: 0.5
    case .decimal(let digits): digits.isInteger ? 0 : 0.5
    case .string: "any"
    case .array: []
    case .object: [:]
    }
  }

  private func extent(at path: JSONPath) -> Extent? {
    places.lazy.filter { $0.key.covers(path) }.map(\.value).max()
  }

  private static func sorted(_ elements: [JSON]) -> [JSON] {
    elements.map { (JSONComparison.exactBytes($0), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
      .map(\.1)
  }
}
