public import GhostlightCore
public import HTTPTypes

/// What may differ without being drift: header fields, and places in JSON bodies.
public struct DriftMask: Sendable, Hashable {
  /// How much of a place may differ; each extent includes those before it.
  public enum Extent: Int, Sendable, Hashable, Comparable {
    /// The value, but not its type: a date, an id.
    case value
    /// The order of an array's elements.
    case order
    /// Everything, also whether it is there.
    case presence

    /// Whether the first lets less differ than the second.
    public static func < (left: Extent, right: Extent) -> Bool { left.rawValue < right.rawValue }
  }

  /// The header fields that are not compared.
  public var headers: Set<HTTPField.Name>
  /// The places, or patterns of such, that may differ.
  public var places: [JSONPath: Extent]
  /// Whether bodies that are no JSON are not compared.
  public var hidesOpaqueBodies: Bool

  /// Makes a mask, which hides the header fields of ``standard`` unless told otherwise.
  public init(
    headers: Set<HTTPField.Name> = standardHeaders, places: [JSONPath: Extent] = [:],
    hidesOpaqueBodies: Bool = false
  ) {
    self.headers = headers
    self.places = places
    self.hidesOpaqueBodies = hidesOpaqueBodies
  }

  /// Makes a mask by hand, of paths such as `$..lastmoddate`: some values may differ, others be absent.
  ///
  /// - Throws: the first text that is no path, and why.
  public init(values: [String], presence: [String] = []) throws(JSONPathError) {
    self.init()
    for text in values { places[try JSONPath(text)] = .value }
    for text in presence { places[try JSONPath(text)] = .presence }
  }

  /// Hides what servers add to every response, and what only this emulator adds.
  public static let standard = DriftMask()

  /// The header fields of connection, coding, moment and server; not a word of the backend.
  public static let standardHeaders: Set<HTTPField.Name> = Set(
    [
      "Age", "Alt-Svc", "Connection", "Content-Encoding", "Content-Length", "Date", "Keep-Alive",
      "Server", "Transfer-Encoding", "Vary", "Via", "X-Ghostlight-Namespace",
      "X-Ghostlight-Reason", "X-Powered-By", "X-Request-Id", "X-StackMob-Time-MS",
    ].compactMap { HTTPField.Name($0) })

  /// Hides what either of the two hides.
  public func union(_ other: DriftMask) -> DriftMask {
    DriftMask(
      headers: headers.union(other.headers),
      places: places.merging(other.places, uniquingKeysWith: max),
      hidesOpaqueBodies: hidesOpaqueBodies || other.hidesOpaqueBodies)
  }
}

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

extension DriftMask {
  /// What differs between two responses to the same request, of two runs of the same backend.
  ///
  /// Places in arrays are generalised over the index: `$.items[0].id` becomes `$.items[*].id`. A
  /// field of the same type hides its value only, so that drift to another type still shows; a
  /// status is never hidden.
  public static func inferred(
    from first: Response, _ second: Response, besides mask: DriftMask = .standard
  ) -> DriftMask {
    inferred(from: [(first, second)], besides: mask)
  }

  /// What differs between the responses of two recordings of the same requests.
  public static func inferred(
    from first: Recording, _ second: Recording, besides mask: DriftMask = .standard
  ) -> DriftMask {
    inferred(
      from: zip(first.exchanges, second.exchanges).map { ($0.response, $1.response) },
      besides: mask)
  }

  private static func inferred(
    from pairs: [(Response, Response)], besides mask: DriftMask
  ) -> DriftMask {
    var mask = mask
    // A place once hidden lets arrays align better, which shows what else differs.
    for _ in 0..<8 {
      let before = mask
      for (first, second) in pairs {
        for difference in Drift.compare(expected: first, actual: second, mask: mask) {
          mask.hide(difference)
        }
      }
      if mask == before { break }
    }
    return mask
  }

  private mutating func hide(_ difference: Difference) {
    switch difference.place {
    case .status, .exchange:
      break
    case .header(let name):
      headers.insert(name)
    case .body:
      hidesOpaqueBodies = true
    case .json(let path):
      let place = path.generalised
      let extent: Extent =
        switch difference.kind {
        case .value: .value
        case .order: .order
        default: .presence
        }
      places[place] = max(places[place] ?? .value, extent)
    }
  }
}
