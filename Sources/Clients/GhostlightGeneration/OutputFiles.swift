import Foundation

/// The files that a generator writes, all of them or none.
package struct OutputFiles {
  private let folder: String
  private let files: [(name: String, text: String)]
  private let makers: String
  private let terminal: Terminal

  /// Files for a folder.
  ///
  /// - Parameters:
  ///   - folder: The path, as it was given.
  ///   - files: The names and texts.
  ///   - makers: What makes them, with its verb, for messages.
  ///   - terminal: Where the program says what it has done.
  package init(
    folder: String, files: [(name: String, text: String)], makers: String, terminal: Terminal
  ) {
    self.folder = folder
    self.files = files
    self.makers = makers
    self.terminal = terminal
  }

  /// Writes all files beside their places, then moves them there; what was there comes back where
  /// that fails half-way.
  package func write() throws(GenerationFailure) {
    for file in files {
      if let message = message(file.name) {
        throw GenerationFailure(.output, "\(message); nothing was written")
      }
    }
    var replaced: [ReplacedFile] = []
    do {
      let staged = try files.map { try StagedFile($0.text, for: url($0.name)) }
      for file in staged { replaced.append(try file.move()) }
    } catch {
      for file in replaced.reversed() { file.restore() }
      let names = files.map(\.name).joined(separator: " and ")
      throw GenerationFailure(
        .output,
        "cannot write \(names) to \(folder): \(error.localizedDescription); nothing was written")
    }
    for file in files { terminal.print("'\(file.name)' has been successfully generated!") }
  }

  /// Compares what is there with what would be written: each file that differs is a line of the
  /// failure.
  package func check() throws(GenerationFailure) {
    var lines: [String] = []
    for file in files {
      let found = FileManager.default.contents(atPath: url(file.name).path)
      if found == Data(file.text.utf8) {
        terminal.print("'\(file.name)' is up to date")
      } else {
        let what = found == nil ? "is missing" : "is not what \(makers)"
        lines.append(
          "\(folder)/\(file.name) \(what); run \(terminal.command) again without --check")
      }
    }
    guard lines.isEmpty else { throw GenerationFailure(.output, lines: lines) }
  }

  private func url(_ name: String) -> URL { URL(filePath: folder).appending(path: name) }

  /// Why a file cannot be written, as far as that shows beforehand.
  private func message(_ name: String) -> String? {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard isThere, isFolder.boolValue else {
      return "cannot write \(name): there is no folder \(folder)"
    }
    let isTaken = FileManager.default.fileExists(atPath: url(name).path, isDirectory: &isFolder)
    return isTaken && isFolder.boolValue ? "cannot write \(folder)/\(name): it is a folder" : nil
  }
}

/// A file written beside its place, to be moved there.
private final class StagedFile {
  private let target: URL
  private let url: URL

  init(_ text: String, for target: URL) throws {
    self.target = target
    url = target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
  }

  /// Replaces what is at the place.
  func move() throws -> ReplacedFile {
    let replaced = ReplacedFile(
      url: target, content: FileManager.default.contents(atPath: target.path))
    guard rename(url.path, target.path) == 0 else {
      throw CocoaError(
        .fileWriteUnknown,
        userInfo: [
          NSLocalizedDescriptionKey: String(cString: strerror(errno))
        ])
    }
    return replaced
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// What was at a place before a file was moved there.
private struct ReplacedFile {
  let url: URL
  /// Nothing where there was no file.
  let content: Data?

  /// Puts it back.
  func restore() {
    if let content {
      try? content.write(to: url)
    } else {
      try? FileManager.default.removeItem(at: url)
    }
  }
}

/// What a generator's program says.
package struct Terminal: Sendable {
  /// The name of the program.
  package let command: String

  /// The terminal of a program.
  package init(_ command: String) { self.command = command }

  /// Prints a line to standard output, at once.
  package func print(_ text: String) { write(text, to: .standardOutput) }

  /// Prints a line to standard error, behind the program's name.
  package func complain(_ text: String) { write("\(command): \(text)", to: .standardError) }

  /// Runs the program's work: what is wrong is said.
  ///
  /// - Returns: The exit code of a failure, or `nil`.
  package func failure(of work: () throws(GenerationFailure) -> Void) -> Int32? {
    do throws(GenerationFailure) {
      try work()
      return nil
    } catch {
      for line in error.lines { complain(line) }
      return error.status.rawValue
    }
  }

  private func write(_ text: String, to handle: FileHandle) {
    // Whoever reads may be gone; then there is nobody to tell.
    try? handle.write(contentsOf: Data((Self.escape(text) + "\n").utf8))
  }

  /// Returns the text with the control characters of a model's names escaped, except tabs and line
  /// feeds: nothing that a file holds controls a terminal.
  private static func escape(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar.value {
      case 0x09, 0x0A: String(scalar)
      case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: scalar.escaped(asASCII: true)
      default: String(scalar)
      }
    }.joined()
  }
}
