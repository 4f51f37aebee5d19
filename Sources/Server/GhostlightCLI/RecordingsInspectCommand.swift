import ArgumentParser
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// `ghostlight recordings inspect`: what a HAR file holds.
struct RecordingsInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show what a HAR file holds.",
    discussion: """
      Entries that no replay can show are named with the reason, on standard error.

      Exit codes: 0, 64 for wrong options, 65 for a file that is no HAR.
      """)

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(
    help: ArgumentHelp("Show one exchange whole, secrets and all, by its number.", valueName: "N"))
  var entry: Int?

  @Option(help: "How to print: a table for people, or JSON.")
  var format = OutputFormat.text

  func run() throws {
    let recording = try RecordingFile(file).recording()
    if let entry { return try show(entry, of: recording) }
    switch format {
    case .json:
      let rows = recording.exchanges.enumerated().map { Self.summary($1, number: $0 + 1) }
      Terminal.print(JSON.array(rows).text(pretty: true))
    case .text: Terminal.print(table(recording))
    }
  }

  private func show(_ number: Int, of recording: Recording) throws {
    guard (1...max(1, recording.exchanges.count)).contains(number), !recording.exchanges.isEmpty
    else {
      Terminal.complain(
        "\(file) has \(recording.exchanges.count) exchanges, and no number \(number)")
      throw ExitCode(64)
    }
    let exchange = HAREntry(recording.exchanges[number - 1])
    Terminal.print(JSON.object(exchange.json).text(pretty: true))
  }

  private func table(_ recording: Recording) -> String {
    var table = Table("NUMBER", "TIME", "STATUS", "BYTES", "REQUEST")
    for (index, exchange) in recording.exchanges.enumerated() {
      table.add(
        String(index + 1), ISODate.format(milliseconds: exchange.startedMilliseconds),
        String(exchange.response.status.code), String(exchange.response.body.count),
        Self.line(exchange.request))
    }
    let comment = recording.comment.map { $0 + "\n" } ?? ""
    return comment + table.text
  }

  private static func line(_ request: Request) -> String {
    "\(request.method.rawValue) \(request.scheme)://\(request.authority)\(request.target.raw)"
  }

  private static func summary(_ exchange: RecordedExchange, number: Int) -> JSON {
    let request = exchange.request
    return [
      "number": .integer(Int64(number)),
      "time": .string(ISODate.format(milliseconds: exchange.startedMilliseconds)),
      "method": .string(request.method.rawValue),
      "url": .string("\(request.scheme)://\(request.authority)\(request.target.raw)"),
      "status": .integer(Int64(exchange.response.status.code)),
      "bytes": .integer(Int64(exchange.response.body.count)),
    ]
  }
}
