import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight recordings recover`: saves the recording of a recorder that was killed.
struct RecordingsRecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Make a HAR file of the partial file of a killed recorder.",
    discussion: """
      `ghostlight record -o shop.har` writes to shop.har.partial while it runs, secrets and all. \
      Where it was killed, or the disk was full, every exchange that was complete can be had from \
      there. Those that were not are named, on standard error. With --output the partial file is \
      removed once the HAR file is written, unless a recorder still writes it.

      Example: ghostlight recordings recover shop.har.partial -o shop.har

      Exit codes: 0, 1 when the file cannot be written, 64 for wrong options or an output that \
      exists, 65 for a file that no recorder has left.
      """)

  @Argument(help: ArgumentHelp("What the recorder left.", valueName: "FILE"))
  var file: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The HAR file to write.", valueName: "FILE"))
  var output: String?

  @OptionGroup(title: "What to write") var writing: WritingOptions

  func validate() throws {
    if let refusal = output.flatMap({ OutputFile(path: $0).refusal }) {
      throw ValidationError("--output: \(refusal).")
    }
  }

  func run() throws {
    try writing.replacement.check(output)
    let partial: PartialFile
    let recording: PartialRecording
    do throws(PartialFileError) {
      partial = try PartialFile(reading: file)
      recording = try partial.recording()
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(65)
    }
    try writing.write(recording, to: output)
    guard let output else { return }
    let count = recording.count
    Terminal.complain("\(count) \(count == 1 ? "exchange" : "exchanges") in \(output)")
    guard !partial.isInUse else {
      return Terminal.complain(
        "\(file) stays: a recorder still writes it, and makes its own file of it at its end")
    }
    partial.remove()
  }
}

extension PartialFile {
  /// Returns the recording that a recorder left, after printing a line for each exchange that is not
  /// complete.
  ///
  /// - Throws: ``PartialFileError`` if no recorder of this version or an earlier one wrote the file.
  func recording() throws(PartialFileError) -> PartialRecording {
    guard let recording = PartialRecording(reading: self) else {
      let (form, newest) = (PartialRecording.form(of: self) ?? 0, PartialRecording.newestForm)
      throw .unusable(
        path: path,
        reason: form > newest
          ? "it has form \(form), and this version reads up to \(newest): recover it with the "
            + "version that recorded it"
          : "it is nothing that a recorder left: give `ghostlight recordings recover` a file such "
            + "as shop.har.partial, or remove this one")
    }
    for line in recording.losses { Terminal.complain("warning: \(path): \(line)") }
    return recording
  }
}

extension PartialRecording {
  /// One line for each incomplete exchange, and one for incomplete bytes at the end of the file.
  var losses: [String] {
    var lines = incomplete.map { "\($0.request.place): left out, \($0.reason)" }
    if tornBytes > 0 {
      lines.append("\(tornBytes) bytes at the end are torn, as the recorder was writing them")
    }
    return lines
  }

  /// The recorder's comment, extended by the WebSockets that are missing from the recording.
  var commentWithOmissions: String? {
    let sockets = incomplete.filter { $0.reason == WebSocketRefusal.reason }.map(\.request.place)
    guard !sockets.isEmpty else { return comment }
    let text = "Not in it: \(sockets.count) WebSocket\(sockets.count == 1 ? "" : "s"), "
    return [comment, text + Set(sockets).sorted().joined(separator: ", ") + "."]
      .compactMap { $0 }.joined(separator: " ")
  }
}

extension Request {
  /// The method and the path, without secrets.
  ///
  /// The query is omitted, because all of it may be secret.
  var place: String {
    let path = Redactor().masked(target).rawPath
    let shown = path.count > 80 ? path.prefix(80) + "..." : path[...]
    return "\(method.rawValue) \(shown)" + (target.rawQuery == nil ? "" : "?...")
  }
}
