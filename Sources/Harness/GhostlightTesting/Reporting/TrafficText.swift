import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// The exchanges of a test as text: requests as `curl` commands, responses, reasons and times.
///
/// It has the latest exchanges, long bodies are cut off, and secrets are replaced.
struct TrafficText {
  let text: String

  /// The maximum numbers of exchanges, of characters of a body, and of bytes of the whole text.
  private static let (exchanges, bodyCharacters, bytes) = (50, 4_000, 256 << 10)
  /// The maximum number of bytes of all bodies together that are searched for secrets.
  private static let searchedBytes = 128 << 10

  init(_ stages: [TestStage], stubbed: [Request]) {
    var lines: [String] = []
    for stage in stages { lines += Self.lines(of: stage) }
    if !stubbed.isEmpty {
      lines.append("requests that got a stubbed response, in order:")
      for request in stubbed.suffix(Self.exchanges) {
        lines.append(
          "  \(request.method.rawValue) \(Redactor().masked(request.target).raw)")
      }
    }
    var text = lines.joined(separator: "\n")
    if text.utf8.count > Self.bytes {
      text = String(decoding: text.utf8.prefix(Self.bytes), as: UTF8.self) + "\n… (cut off)"
    }
    self.text = text + "\n"
  }

  private static func lines(of stage: TestStage) -> [String] {
    let services = stage.stage.configuration.services
    let names = services.map(\.name).joined(separator: ", ")
    let journal = stage.namespace.journal
    let entries = journal.suffix(exchanges)
    let clock = ISODate.format(milliseconds: stage.namespace.clock.milliseconds)
    var lines = [
      journal.isEmpty
        ? "\(names): no request arrived; the clock is at \(clock)"
        : "\(names): \(journal.count) requests arrived; the clock is at \(clock)"
    ]
    if entries.count < journal.count {
      lines.append("the first \(journal.count - entries.count) are left out")
    }
    let recording = Recording(shortened(entries.map(\.exchange)))
    let redacted = Redactor().redactCompletely(recording).recording.exchanges
    let ports = Dictionary(services.map { ($0.name, $0.port) }) { first, _ in first }
    for (entry, exchange) in zip(entries, redacted) {
      lines += ["", title(of: entry), curl(exchange.request, port: ports[entry.emulator] ?? 0)]
      lines += response(exchange.response, of: entry)
    }
    return lines + [""]
  }

  /// Returns exchanges of which only the latest have their bodies, because the search for secrets
  /// takes time.
  private static func shortened(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    var rest = searchedBytes
    func shorten(_ body: inout [UInt8]) {
      guard body.count > rest else { return rest -= body.count }
      body = Array("(\(body.count) bytes)".utf8)
    }
    return exchanges.reversed().map { exchange in
      var exchange = exchange
      shorten(&exchange.response.body)
      shorten(&exchange.request.body)
      return exchange
    }.reversed()
  }

  private static func title(of entry: JournalEntry) -> String {
    var title = "#\(entry.number) \(ISODate.format(milliseconds: entry.milliseconds)) "
    title += "\(entry.emulator): \(entry.answer.effect.rawValue)"
    if let route = entry.answer.route { title += ", route \"\(route)\"" }
    if let fault = entry.fault { title += ", fault plan \(fault)" }
    return title
  }

  private static func curl(_ request: Request, port: Int) -> String {
    var request = request
    var note = ""
    if !isText(request.body) {
      note = "  # without its body of \(request.body.count) bytes"
      request.body = []
    }
    var command = CurlCommand(request, to: port > 0 ? "http://127.0.0.1:\(port)" : nil)
    for field in request.headers where field.name != .contentLength {
      command.add(field.name.rawName, field.value)
    }
    return command.text(bodyBytes: bodyCharacters) + note
  }

  private static func response(_ response: Response, of entry: JournalEntry) -> [String] {
    var lines = ["→ \(response.status.code)"]
    lines += response.headers.map { "  \($0.name.rawName): \($0.value)" }
    if response.delivery != .whole { lines.append("  (delivery: \(response.delivery))") }
    guard !entry.isStreamed else { return lines + ["  (the body was streamed)"] }
    guard !response.body.isEmpty else { return lines }
    guard isText(response.body) else { return lines + ["  (\(response.body.count) bytes)"] }
    let body = String(decoding: response.body, as: UTF8.self)
    let shown = body.prefix(bodyCharacters)
    return lines + ["  \(shown)\(shown.count < body.count ? "… (cut off)" : "")"]
  }

  /// Returns whether a body is text that is safe to print.
  private static func isText(_ body: [UInt8]) -> Bool {
    guard let text = String(validating: body, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains {
      TerminalText.isControl($0) && $0 != "\n" && $0 != "\r" && $0 != "\t"
    }
  }
}
