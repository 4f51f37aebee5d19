import Synchronization
import TestSupport

/// The lines that a graph has logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let arrivals = Mailbox(of: String.self)

  /// A closure that records log lines, for the environment's `log`.
  var note: @Sendable (String) -> Void {
    { line in
      self.lines.withLock { $0.append(line) }
      self.arrivals.put(line)
    }
  }

  /// All lines so far.
  var all: [String] { lines.withLock { $0 } }

  /// Waits for the next line.
  func next() async { _ = await arrivals.next() }
}
