import Foundation

/// SIGINT and SIGTERM as an event; a second one ends the process at once.
struct TerminationSignals {
  private static let caught = [SIGINT, SIGTERM]

  private let signals = SignalStream(Self.caught)

  /// Waits for the first signal.
  func first() async {
    for await _ in signals.numbers { break }
    for number in Self.caught { signal(number, SIG_DFL) }
  }
}
