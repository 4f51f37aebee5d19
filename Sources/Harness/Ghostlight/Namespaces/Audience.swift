import GhostlightCore

/// Those who want to know what happens in a namespace.
struct Audience: Sendable {
  private struct Seat: Sendable {
    let emulator: Int
    let listener: NewsListener
  }

  private var seats: [Int: Seat] = [:]
  private var count = 0

  /// Nobody listens.
  var isEmpty: Bool { seats.isEmpty }

  /// Lets a listener hear of an emulator; answers the number of its seat.
  mutating func join(_ listener: NewsListener, emulator: Int) -> Int {
    count += 1
    seats[count] = Seat(emulator: emulator, listener: listener)
    return count
  }

  /// Gives a seat up.
  mutating func leave(_ seat: Int) { seats[seat] = nil }

  /// Tells those who hear of an emulator.
  func tell(_ news: [News], of emulator: Int) {
    guard !news.isEmpty else { return }
    for seat in seats.values where seat.emulator == emulator { seat.listener.hear(news) }
  }

  /// Sends everybody home.
  mutating func dismiss() {
    for seat in seats.values { seat.listener.end() }
    seats = [:]
  }
}
