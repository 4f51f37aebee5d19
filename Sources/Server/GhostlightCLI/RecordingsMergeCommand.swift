import ArgumentParser
import GhostlightRecording

/// `ghostlight recordings merge`: one HAR file of several.
struct RecordingsMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one HAR file of several.",
    discussion: """
      Exchanges come in the order in which they began. Placeholders of different files stay apart. \
      Without --output the result goes to standard output.

      Example: ghostlight recordings merge login.har shop.har -o all.har

      Exit codes: 0, 1 when the file cannot be written, 64 for wrong options, 65 for a file that \
      is no HAR.
      """)

  @Argument(help: ArgumentHelp("HAR files, of any tool.", valueName: "FILE"))
  var files: [String]

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  func validate() throws {
    if let problem = output.flatMap({ OutputFile(path: $0).problem }) {
      throw ValidationError("--output: \(problem).")
    }
  }

  func run() throws {
    try writing.write(
      Recording.merging(files.map { try RecordingFile($0).recording() }), to: output)
  }
}
