import TestSupport

extension TestApp {
  /// Starts a call with a callback, and returns the first value that the callback gets.
  func awaitCallback<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter { resume in run { start(resume) } }
  }
}
