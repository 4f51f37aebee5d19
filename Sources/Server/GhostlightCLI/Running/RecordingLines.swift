import Dispatch
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes
import Synchronization

/// Prints the lines of `ghostlight record` while it runs, one for each exchange.
final class RecordingLines: Sendable {
  private let format: OutputFormat
  private let leftOut = Mutex(0)
  /// The lines that wait to be printed together.
  ///
  /// They are closures, so that no exchange waits until its line is formatted and printed.
  private let pending = Mutex<[@Sendable () -> TerminalText]>([])
  private let queue = DispatchQueue(label: "ghostlight.lines", qos: .utility)
  private static let delay = DispatchTimeInterval.milliseconds(20)

  /// Creates the printer; in the JSON format, recorded exchanges print nothing.
  init(_ format: OutputFormat) { self.format = format }

  /// The number of exchanges that were not recorded.
  var leftOutCount: Int { leftOut.withLock { $0 } }

  func report(_ event: RecorderEvent) {
    switch event {
    case .recorded(let request, let status, let requestBytes, let responseBytes, let duration):
      guard format == .text else { return }
      enqueue {
        let code = TerminalText("\(status.code)", Self.style(status.code))
        let sent = requestBytes > 0 ? " for \(Self.size(requestBytes))" : ""
        return "\(request.place)  \(code)  \(Self.size(responseBytes))\(sent)  \(Int(duration)) ms"
      }
    case .leftOut(let request, let reason):
      leftOut.withLock { $0 += 1 }
      Terminal.complain("\(request.place): not recorded, \(reason)")
    }
  }

  private func enqueue(_ line: @escaping @Sendable () -> TerminalText) {
    let isFirst = pending.withLock { lines in
      lines.append(line)
      return lines.count == 1
    }
    if isFirst { queue.asyncAfter(deadline: .now() + Self.delay) { [self] in print() } }
  }

  private func print() {
    let lines = pending.withLock { lines in
      defer { lines = [] }
      return lines
    }
    if !lines.isEmpty { Terminal.print(lines.map { $0() }.joined(separator: "\n")) }
  }

  /// Prints all waiting lines before it returns.
  func finish() { queue.sync { print() } }

  func report(_ event: PartialFile.Event, of path: String) {
    switch event {
    case .full(let reason):
      Terminal.complain(
        "cannot write \(path): \(reason). Exchanges pass without being recorded until there is "
          + "room; what was recorded before is safe")
    case .writable: Terminal.complain("there is room for \(path) again: exchanges are recorded")
    }
  }

  static func size(_ bytes: Int) -> String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    guard let (unit, size) = units.first(where: { bytes >= $0.1 }) else { return "\(bytes) B" }
    let tenths = bytes * 10 / size
    return tenths >= 100 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
  }

  private static func style(_ code: Int) -> TerminalText.Style {
    code < 300 ? .green : code < 400 ? .cyan : code < 500 ? .yellow : .red
  }
}
