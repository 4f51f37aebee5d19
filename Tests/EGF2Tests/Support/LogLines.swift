import Synchronization

/// The lines that a graph has logged.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  /// Where to log.
  var note: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }

  /// All lines so far.
  var all: [String] { lines.withLock { $0 } }
}
