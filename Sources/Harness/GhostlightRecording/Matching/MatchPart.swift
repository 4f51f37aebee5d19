public import GhostlightCore

/// One thing that two requests must share to count as the same request.
public struct MatchPart: Sendable {
  /// Appends bytes that are the same for two requests exactly where the part sees no difference.
  typealias Key = @Sendable (Request, inout MatchKey) -> Void

  /// What reports call it: `query`.
  public let name: String
  /// What makes lookup fast; `nil` where requests can only be compared two by two.
  let key: Key?

  private let compare: @Sendable (Request, Request) -> [MatchDifference]

  init(
    _ name: String, key: Key?,
    compare: @escaping @Sendable (_ request: Request, _ recorded: Request) -> [MatchDifference]
  ) {
    self.name = name
    self.key = key
    self.compare = compare
  }

  /// What the request has otherwise than the recorded one; nothing where they match.
  public func differences(of request: Request, from recorded: Request) -> [MatchDifference] {
    compare(request, recorded)
  }

  /// A part that looks at one text, compared byte by byte.
  static func text(
    _ name: String, place: String? = nil, weight: Int = 1,
    _ read: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    MatchPart(name) { request, key in
      key.append(read(request))
    } compare: { request, recorded in
      let (actual, expected) = (read(request), read(recorded))
      guard !Self.haveSameBytes(actual, expected) else { return [] }
      return [
        MatchDifference(name, at: place, actual: actual, recorded: expected, weight: weight)
      ]
    }
  }

  private static func haveSameBytes(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.utf8.elementsEqual(right.utf8)
  }
}
