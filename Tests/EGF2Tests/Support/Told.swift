import TestSupport

/// Calls something with a callback and waits for what the callback tells.
nonisolated(nonsending) func told<Letter: Sendable>(
  _ start: (@escaping @Sendable (Letter) -> Void) -> Void
) async throws -> Letter {
  try await Mailbox.letter(from: start)
}
