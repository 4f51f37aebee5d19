import GhostlightEmulation

/// `Range: objects=0-9`, zero-based and inclusive; `objects=5-` to the end (A10.6).
struct ObjectRange: Sendable, Hashable {
  let first: Int
  /// `nil` for the end of the result.
  let last: Int?

  /// The whole result.
  static let all = ObjectRange(first: 0, last: nil)

  private init(first: Int, last: Int?) {
    self.first = first
    self.last = last
  }

  /// Reads the header field.
  ///
  /// - Throws: ``Fault/badRange``.
  init(_ field: String?) throws(Fault) {
    guard let field else {
      self = .all
      return
    }
    let parts = field.split(separator: "=", maxSplits: 1).map { $0.trimmed }
    let bounds = (parts.count == 2 ? parts[1][...] : "")
      .split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmed }
    guard parts.first == "objects", bounds.count == 2, let first = Self.number(bounds[0]),
      bounds[1].isEmpty || Self.number(bounds[1]) != nil
    else { throw .badRange.because("\"\(field)\" is no objects=S-E or objects=S-") }
    let last = Self.number(bounds[1])
    if let last, last < first { throw .badRange.because("the range ends before its start") }
    self.init(first: first, last: last)
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// How many objects the range holds at most, which the app's page limit may cut (D9).
  func count(pageLimit: Int?) -> Int? {
    let (width, overflows) = (last ?? 0).subtractingReportingOverflow(first - 1)
    let wanted = last == nil || overflows ? nil : width
    guard let pageLimit else { return wanted }
    return min(max(pageLimit, 0), wanted ?? .max)
  }
}
