import Ghostlight
import GhostlightCore
import Synchronization

/// Says how far a long start is: how many of a configuration's documents are in place.
///
/// Nothing for a second; then on a terminal a line that is written over, elsewhere a line every two
/// seconds.
final class StartProgress: Sendable {
  private struct State {
    var done = 0
    var next: ContinuousClock.Instant
    var isShown = false
  }

  private let total: Int
  private let isTerminal: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// How many documents go by before the time is looked at.
  private static let step = 256

  init(
    total: Int, isTerminal: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.total, self.isTerminal, self.now, self.write) = (total, isTerminal, now, write)
    state = Mutex(State(next: now() + .seconds(1)))
  }

  /// Of a configuration, to standard error.
  convenience init(of configuration: JSON) {
    self.init(
      total: StageConfiguration.documentCount(in: configuration),
      isTerminal: Terminal.showsProgress, now: { ContinuousClock.now },
      write: { Terminal.show($0) })
  }

  /// One more document is in place.
  func note() {
    let line = state.withLock { state -> String? in
      state.done += 1
      guard state.done % Self.step == 0 else { return nil }
      let time = now()
      guard time >= state.next else { return nil }
      state.next = time + (isTerminal ? .milliseconds(200) : .seconds(2))
      state.isShown = true
      return "ghostlight: \(state.done) of \(max(total, state.done)) documents are in place"
    }
    if let line { write(isTerminal ? "\r" + line : line + "\n") }
  }

  /// Leaves the line, where one is shown.
  func end() {
    if isTerminal, state.withLock({ $0.isShown }) { write("\n") }
  }
}
