public import GhostlightCore
public import HTTPTypes

/// The parts of a response that may differ without being reported as drift.
///
/// A mask hides header fields, places in JSON bodies, and optionally all bodies that are not JSON.
/// Start from ``standard``, list places with ``init(values:presence:)``, or call
/// `inferred(from:_:besides:)` to hide whatever differs between two runs of the same backend.
///
/// ```swift
/// import GhostlightRecording
///
/// func mask() throws -> DriftMask {
///   // Dates may have any value, and a page need not have a cursor.
///   try DriftMask(values: ["$..createddate", "$..lastmoddate"], presence: ["$.cursor"])
/// }
/// ```
public struct DriftMask: Sendable, Hashable {
  /// The extent to which a place may differ; each extent includes those listed before it.
  ///
  /// With ``value`` and ``order``, types are still compared: a number that becomes a string is
  /// reported.
  public enum Extent: Int, Sendable, Hashable, Comparable {
    /// The value may differ, but not its type; for dates and ids, for example.
    case value
    /// The elements of an array may be in any order.
    case order
    /// The value and its type may differ; the value may also be absent.
    case presence

    /// Returns whether `left` hides less than `right`.
    public static func < (left: Extent, right: Extent) -> Bool { left.rawValue < right.rawValue }
  }

  /// The header fields that are not compared.
  public var headers: Set<HTTPField.Name>
  /// The JSON paths or path patterns that may differ, with the extent for each.
  public var places: [JSONPath: Extent]
  /// Whether bodies that are not JSON are left out of the comparison.
  public var hidesOpaqueBodies: Bool
  /// Whether dates, identifiers, counters and tokens may have different values of the same form.
  ///
  /// They are recognised by their form and by the names of their places. A report counts them. A
  /// changed type, format or length of a list is still reported, and so is a value that is missing.
  public var hidesGeneratedValues: Bool

  /// Creates a mask; by default it hides only the header fields of ``standard``.
  public init(
    headers: Set<HTTPField.Name> = standardHeaders, places: [JSONPath: Extent] = [:],
    hidesOpaqueBodies: Bool = false, hidesGeneratedValues: Bool = false
  ) {
    self.headers = headers
    self.places = places
    self.hidesOpaqueBodies = hidesOpaqueBodies
    self.hidesGeneratedValues = hidesGeneratedValues
  }

  /// Creates a mask from JSON paths such as `$..lastmoddate`.
  ///
  /// - Parameters:
  ///   - values: The JSON paths of the values that may differ.
  ///   - presence: The JSON paths of the values that may differ or be absent.
  /// - Throws: ``JSONPathError`` for the first string that is not a valid path.
  public init(values: [String], presence: [String] = []) throws(JSONPathError) {
    self.init()
    for text in values { places[try JSONPath(text)] = .value }
    for text in presence { places[try JSONPath(text)] = .presence }
  }

  /// A mask that hides only ``standardHeaders``.
  public static let standard = DriftMask()

  /// The header fields that servers and proxies set, not the backend's code: those about the
  /// connection, the coding, the time and the server.
  public static let standardHeaders: Set<HTTPField.Name> = Set(
    [
      "Age", "Alt-Svc", "Connection", "Content-Encoding", "Content-Length", "Date", "Keep-Alive",
      "Server", "Transfer-Encoding", "Vary", "Via", "X-Ghostlight-Latency",
      "X-Ghostlight-Namespace", "X-Ghostlight-Reason", "X-Powered-By", "X-Request-Id",
      "X-StackMob-Time-MS",
    ].compactMap { HTTPField.Name($0) })

  /// Returns a mask that hides everything that either mask hides.
  public func union(_ other: DriftMask) -> DriftMask {
    DriftMask(
      headers: headers.union(other.headers),
      places: places.merging(other.places, uniquingKeysWith: max),
      hidesOpaqueBodies: hidesOpaqueBodies || other.hidesOpaqueBodies,
      hidesGeneratedValues: hidesGeneratedValues || other.hidesGeneratedValues)
  }
}

extension DriftMask {
  /// Returns the value with each masked part removed or replaced by a fixed value of its type.
  func applied(to value: JSON) -> JSON {
    guard !places.isEmpty else { return value }
    return masked(value, at: JSONPath()) ?? .null
  }

  /// Returns the difference with the original values in place of masked ones.
  ///
  /// A difference inside an array is returned unchanged, because its indexes refer to the masked
  /// arrays.
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

  /// Returns the value at a path; `nil` if the path leads into an array or to nothing.
  private static func member(_ path: JSONPath, of value: JSON) -> JSON? {
    var value = value
    for step in path.steps {
      guard case .member(let name) = step, let next = value.object?[name] else { return .none }
      value = next
    }
    return value
  }

  /// Returns the masked form of a value at `path`, or `nil` if the value may be absent.
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

  /// Returns the placeholder that replaces every masked value of the same type as `value`.
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
  /// Returns a mask that hides the differences between two responses to the same request.
  ///
  /// The responses should come from two runs of the same backend. Indexes become patterns:
  /// `$.items[0].id` is hidden as `$.items[*].id`. If only a value differs, only the value is
  /// hidden, so that a change of its type is still reported. A status is never hidden.
  public static func inferred(
    from first: Response, _ second: Response, besides mask: DriftMask = .standard
  ) -> DriftMask {
    inferred(from: [(first, second)], besides: mask)
  }

  /// Returns a mask that hides the differences between two recordings of the same requests.
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
    // Once a place is hidden, arrays may align better, which reveals further differences, so the
    // comparison is repeated.
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
