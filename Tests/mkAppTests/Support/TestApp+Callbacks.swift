import TestSupport

extension TestApp {
  /// Calls something with a callback and waits for the first value given to it.
  func awaitCallback<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter { resume in run { start(resume) } }
  }
}
