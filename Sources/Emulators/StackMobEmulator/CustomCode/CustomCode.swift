public import GhostlightCore

/// A method of custom code that runs in this process (A21).
///
/// It may answer any status, fields and body; what it does elsewhere is no part of the backend's
/// state, so that neither snapshot nor reset knows of it, and a journal that is replayed calls it
/// again.
public struct CustomCode: Sendable {
  /// How long the instance takes to start, in seconds; the first call schedules that.
  public var startSeconds: Int
  let respond: @Sendable (CustomCodeCall) -> Response

  /// Makes a method; it has started already unless told otherwise.
  public init(
    startSeconds: Int = 0, _ respond: @escaping @Sendable (CustomCodeCall) -> Response
  ) {
    self.startSeconds = startSeconds
    self.respond = respond
  }
}
