import Synchronization
import TestSupport

/// The lines that a graph has logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  private let arrivals = Mailbox(of: String.self)

  /// The log closure for an environment.
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
