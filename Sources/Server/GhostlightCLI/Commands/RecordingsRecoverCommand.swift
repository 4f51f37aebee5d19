import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight recordings recover`: saves the recording of a recorder that was killed.
struct RecordingsRecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Create a HAR file from the partial file of a killed recorder.",
    discussion: HelpText.page(
      """
      Saves every complete exchange from the partial file that a killed `ghostlight record` left, \
      and lists the incomplete ones on standard error. With --output, it then removes the partial \
      file, unless a recorder still uses it.
      """,
      examples: [
        "ghostlight recordings recover shop.har.partial -o shop.har",
        "ghostlight recordings recover shop.har.partial > shop.har",
        "ghostlight recordings recover shop.har.partial -o shop.har --force",
      ],
      exits: [
        1: "a file does not exist or cannot be written",
        64: "wrong options, or an existing output",
        65: "an invalid file",
      ]))

  @Argument(help: ArgumentHelp("The partial file of a recorder.", valueName: "FILE"))
  var file: String

  @OptionGroup var destination: RecordingDestination

  func run() throws {
    try destination.check()
    let partial: PartialFile
    let recording: PartialRecording
    do throws(PartialFileError) {
      partial = try PartialFile(reading: file)
      recording = try partial.recording()
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode.unusable(file, 65)
    }
    try destination.writing.write(recording, to: destination.output)
    guard let output = destination.output else { return }
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
