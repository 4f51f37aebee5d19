import TestSupport

/// Calls something with a callback and waits for the first value given to it.
nonisolated(nonsending) func awaitCallback<Letter: Sendable>(
  _ start: (@escaping @Sendable (Letter) -> Void) -> Void
) async throws -> Letter {
  try await Mailbox.letter(from: start)
}
