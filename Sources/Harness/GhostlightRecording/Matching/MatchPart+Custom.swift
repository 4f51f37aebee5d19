public import GhostlightCore

extension MatchPart {
  /// A text of the request that a closure picks, such as a path without its tenant.
  ///
  /// Lookup stays fast with it, unlike with a closure that compares two requests.
  public static func custom(
    _ name: String, of text: @escaping @Sendable (Request) -> String?
  ) -> MatchPart {
    Self.text(name, text)
  }

  /// Whatever a closure decides of a request and a recorded one.
  ///
  /// Requests are compared two by two: with many recorded exchanges that are otherwise alike,
  /// lookup takes time.
  public static func custom(
    _ name: String,
    matches: @escaping @Sendable (_ request: Request, _ recorded: Request) -> Bool
  ) -> MatchPart {
    MatchPart(name, key: nil) { request, recorded in
      guard !matches(request, recorded) else { return [] }
      return [MatchDifference(name, actual: nil, recorded: nil)]
    }
  }
}
