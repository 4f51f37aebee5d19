/// A queue of the values that callbacks get, for a test that waits for them.
package struct Mailbox<Letter: Sendable>: Sendable {
  private let letters: AsyncStream<Letter>
  private let slot: AsyncStream<Letter>.Continuation

  package init(of kind: Letter.Type = Letter.self) {
    (letters, slot) = AsyncStream.makeStream(of: kind)
  }

  package func put(_ letter: Letter) { slot.yield(letter) }

  /// Waits for the next `count` values and returns them in order.
  package func next(_ count: Int) async -> [Letter] {
    var received: [Letter] = []
    for await letter in letters.prefix(count) { received.append(letter) }
    return received
  }

  /// Waits for the next value and returns it, or `nil` if the task is cancelled.
  package func next() async -> Letter? { await next(1).first }

  /// Calls `start` with a callback, and waits for the first value that the callback gets.
  package nonisolated(nonsending) static func letter(
    from start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    let mailbox = Mailbox()
    start { mailbox.put($0) }
    guard let letter = await mailbox.next() else { throw CancellationError() }
    return letter
  }
}
