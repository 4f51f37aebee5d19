import TestSupport

extension TestApp {
  /// Calls something with a callback and waits for what the callback tells.
  func told<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter { tell in run { start(tell) } }
  }
}
