public import GhostlightCore

/// Who answered one request of a spy.
public struct SpyNote: Sendable, Hashable {
  /// Where an answer came from.
  public enum Source: Sendable, Hashable {
    /// The exchange of the recording, the first being 1.
    case recording(entry: Int)
    /// The responder of that name, as the recording had no answer.
    case responder(String)
  }

  /// What was asked.
  public var request: Request
  /// Who answered.
  public var source: Source

  /// Makes a note.
  public init(_ request: Request, _ source: Source) {
    self.request = request
    self.source = source
  }
}

extension SpyNote: CustomStringConvertible {
  /// One line such as `GET /todo: entry 3` or `GET /todo: stackmob`.
  public var description: String {
    let answerer =
      switch source {
      case .recording(let entry): "entry \(entry)"
      case .responder(let name): name
      }
    return "\(request.line.shortened): \(answerer)"
  }
}
