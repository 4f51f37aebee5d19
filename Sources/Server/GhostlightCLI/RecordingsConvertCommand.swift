import ArgumentParser
import GhostlightRecording

/// `ghostlight recordings convert`: any tool's HAR file as one of ours, redacted.
struct RecordingsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Write any tool's HAR file anew, without its secrets.",
    discussion: """
      Reads what browsers, mitmproxy and Charles write: compressed and chunked bodies, HTTP/2, \
      fractional times. The same input always gives the same file, fit for version control. \
      Without --output it goes to standard output.

      Example: ghostlight recordings convert devtools.har -o shop.har

      Exit codes: 0, 1 when the file cannot be written, 64 for wrong options, 65 for a file that \
      is no HAR.
      """)

  @Argument(help: ArgumentHelp("The HAR file.", valueName: "FILE"))
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  func validate() throws {
    if let problem = output.flatMap({ OutputFile(path: $0).problem }) {
      throw ValidationError("--output: \(problem).")
    }
  }

  func run() throws { try writing.write(RecordingFile(file).recording(), to: output) }
}
