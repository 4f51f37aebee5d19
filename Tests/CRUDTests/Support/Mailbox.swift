/// Where closures leave what they were given, in order, for a test that waits.
struct Mailbox<Letter: Sendable>: Sendable {
  private let letters: AsyncStream<Letter>
  private let slot: AsyncStream<Letter>.Continuation

  init(of kind: Letter.Type = Letter.self) {
    (letters, slot) = AsyncStream.makeStream(of: kind)
  }

  /// Leaves a letter.
  func put(_ letter: Letter) { slot.yield(letter) }

  /// Waits for the next letter.
  func next() async -> Letter? {
    for await letter in letters { return letter }
    return nil
  }
}
