/// Calls something with a callback and waits for what the callback tells.
nonisolated(nonsending) func told<Letter: Sendable>(
  _ start: (@escaping @Sendable (Letter) -> Void) -> Void
) async throws -> Letter {
  let (letters, slot) = AsyncStream.makeStream(of: Letter.self)
  start { slot.yield($0) }
  for await letter in letters { return letter }
  throw CancellationError()
}
