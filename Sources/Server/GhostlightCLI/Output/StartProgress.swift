import Dispatch
import GhostlightServer
import Synchronization

/// Shows how far a start is, if it takes longer than a second.
///
/// A start has steps, such as reading a file and storing its documents. Nothing is shown for one
/// second. After that a line is updated on a terminal, or a line is printed every two seconds to a
/// file or pipe. The lines come from a timer, so that a step may block the thread that starts.
final class StartProgress: Sendable {
  private struct State {
    /// Returns the line for a count of the current step; `nil` outside of a step.
    var line: (@Sendable (Int) -> String)?
    var done = 0
    /// The time from which the next line may be shown; `nil` before the first step.
    var next: ContinuousClock.Instant?
    /// The length of the line on the terminal; `nil` if none is shown.
    var shown: Int?
    var isTimed = false
  }

  private let isTerminal: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void
  private let hasTimer: Bool
  private let state = Mutex(State())

  /// Creates the progress of a start; a test calls ``tick()`` in place of a timer.
  init(
    isTerminal: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant,
    hasTimer: Bool = false, write: @escaping @Sendable (String) -> Void
  ) {
    (self.isTerminal, self.now, self.hasTimer, self.write) = (isTerminal, now, hasTimer, write)
  }

  /// Creates the progress of a start on standard error.
  convenience init() {
    self.init(
      isTerminal: Terminal.showsProgress, now: { ContinuousClock.now }, hasTimer: true,
      write: { Terminal.show($0) })
  }

  /// Begins a step; `line` returns its text for the number of parts that are done.
  func begin(_ line: @escaping @Sendable (_ done: Int) -> String) {
    let needsTimer = state.withLock { state in
      (state.line, state.done) = (line, 0)
      state.next = state.next ?? now() + .seconds(1)
      defer { state.isTimed = hasTimer }
      return hasTimer && !state.isTimed
    }
    if needsTimer { schedule() }
  }

  /// Begins the step that reads a file, which may be one of several.
  func begin(reading path: String, _ number: Int = 1, of count: Int = 1) {
    let size = ((FileStatus(path)?.bytes ?? 0) >> 20).description
    begin { _ in
      "reading \(path)" + (size == "0" ? "" : ", \(size) MB")
        + (count == 1 ? "" : ", file \(number) of \(count)")
    }
  }

  /// Counts one more part of the step.
  func advance() { state.withLock { $0.done += 1 } }

  /// Sets the number of parts that are done.
  func advance(to done: Int) { state.withLock { $0.done = done } }

  /// Ends the steps, and the line on a terminal if one is shown.
  func end() {
    let shown = state.withLock { state in
      defer { (state.line, state.shown) = (nil, nil) }
      return state.shown
    }
    if isTerminal, shown != nil { write("\n") }
  }

  /// Shows the current step, if it is time for the next line.
  func tick() {
    let text = state.withLock { state -> String? in
      let time = now()
      guard let line = state.line, let next = state.next, time >= next else { return nil }
      state.next = time + (isTerminal ? .milliseconds(200) : .seconds(2))
      let text = "ghostlight: " + line(state.done)
      defer { state.shown = text.count }
      // Spaces overwrite the rest of a longer line.
      return isTerminal
        ? "\r" + text + String(repeating: " ", count: max(0, (state.shown ?? 0) - text.count))
        : text + "\n"
    }
    if let text { write(text) }
  }

  /// Calls ``tick()`` five times a second until the steps end.
  private func schedule() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
      guard let self, continues() else { return }
      tick()
      schedule()
    }
  }

  /// Returns whether a step is running, for which the timer continues.
  private func continues() -> Bool {
    state.withLock { state in
      state.isTimed = state.line != nil
      return state.isTimed
    }
  }
}
