public import GhostlightCore

/// An exchange of a recording, as reports name it.
public struct ReplayEntry: Sendable, Hashable {
  /// Which one it is, the first being 1.
  public var number: Int
  /// What was asked, as the replayer compares it.
  public var request: Request

  /// Makes an entry.
  public init(number: Int, request: Request) {
    self.number = number
    self.request = request
  }
}

extension ReplayEntry: CustomStringConvertible {
  /// A text such as `entry 3, GET /todo`.
  public var description: String {
    "entry \(number), \(request.line.shortened)"
  }
}
