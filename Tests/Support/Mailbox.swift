/// Where callbacks leave what they were given, in order, for a test that waits.
package struct Mailbox<Letter: Sendable>: Sendable {
  private let letters: AsyncStream<Letter>
  private let slot: AsyncStream<Letter>.Continuation

  package init(of kind: Letter.Type = Letter.self) {
    (letters, slot) = AsyncStream.makeStream(of: kind)
  }

  /// Leaves a letter.
  package func put(_ letter: Letter) { slot.yield(letter) }

  /// Waits for the next letters, so many of them.
  package func next(_ count: Int) async -> [Letter] {
    var received: [Letter] = []
    for await letter in letters.prefix(count) { received.append(letter) }
    return received
  }

  /// Waits for the next letter.
  package func next() async -> Letter? { await next(1).first }
}
