/// Where callbacks leave what they were given, in order, for a test that waits.
struct Mailbox<Letter: Sendable>: Sendable {
  private let letters: AsyncStream<Letter>
  private let slot: AsyncStream<Letter>.Continuation

  init(of kind: Letter.Type = Letter.self) {
    (letters, slot) = AsyncStream.makeStream(of: kind)
  }

  /// Leaves a letter.
  func put(_ letter: Letter) { slot.yield(letter) }

  /// Waits for the next letters, so many of them.
  func next(_ count: Int) async -> [Letter] {
    var received: [Letter] = []
    for await letter in letters.prefix(count) { received.append(letter) }
    return received
  }

  /// Waits for the next letter.
  func next() async -> Letter? { await next(1).first }
}
