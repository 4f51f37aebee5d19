import TestSupport

/// Starts a call with a callback, and returns the first value that the callback receives.
nonisolated(nonsending) func awaitCallback<Letter: Sendable>(
  _ start: (@escaping @Sendable (Letter) -> Void) -> Void
) async throws -> Letter {
  try await Mailbox.letter(from: start)
}
