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
  public init(values: [String], presence: [String] = []) throws(JSONPathProblem) {
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
      "X-Ghostlight-Reason", "X-Powered-By", "X-Request-Id",
    ].compactMap { HTTPField.Name($0) })

  /// Hides what either of the two hides.
  public func union(_ other: DriftMask) -> DriftMask {
    DriftMask(
      headers: headers.union(other.headers),
      places: places.merging(other.places, uniquingKeysWith: max),
      hidesOpaqueBodies: hidesOpaqueBodies || other.hidesOpaqueBodies)
  }
}
