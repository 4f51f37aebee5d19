import Foundation

/// The files that a generator writes; if one of them cannot be written, none is changed.
package struct OutputFiles {
  private let folder: String
  private let files: [(name: String, text: String)]
  private let inputs: String
  private let terminal: Terminal

  /// Creates the set of files for a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder, as the user entered it.
  ///   - files: The name and contents of each file.
  ///   - inputs: The names of the input files, for error messages.
  ///   - terminal: The terminal for the program's output.
  package init(
    folder: String, files: [(name: String, text: String)], inputs: String, terminal: Terminal
  ) {
    self.folder = folder
    self.files = files
    self.inputs = inputs
    self.terminal = terminal
  }

  /// Writes all files to temporary names in the folder, then renames them.
  ///
  /// If renaming a file fails, the files that were replaced before are restored.
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

  /// Compares the files on disk with the generated ones; throws if any differ.
  ///
  /// The failure has a line for each file that differs.
  package func check() throws(GenerationFailure) {
    var lines: [String] = []
    for file in files {
      let found = FileManager.default.contents(atPath: url(file.name).path)
      if found == Data(file.text.utf8) {
        terminal.print("'\(file.name)' is up to date")
      } else {
        let what = found == nil ? "is missing" : "differs from the output for \(inputs)"
        lines.append(
          "\(folder)/\(file.name) \(what); run \(terminal.command) again without --check")
      }
    }
    guard lines.isEmpty else { throw GenerationFailure(.output, lines: lines) }
  }

  private func url(_ name: String) -> URL { URL(filePath: folder).appending(path: name) }

  /// Returns the reason why a file cannot be written, or `nil` if no problem is known in advance.
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

/// A file that was written under a temporary name, to be renamed.
private final class StagedFile {
  private let target: URL
  private let url: URL

  init(_ text: String, for target: URL) throws {
    self.target = target
    url = target.deletingLastPathComponent()
      .appending(path: ".\(target.lastPathComponent).\(UUID().uuidString)")
    try Data(text.utf8).write(to: url)
  }

  /// Renames the file to its final name; returns the file that it replaced.
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

/// The previous contents of a file that was replaced.
private struct ReplacedFile {
  let url: URL
  /// The previous contents; `nil` if the file did not exist.
  let content: Data?

  /// Restores the previous contents, or removes the file if it did not exist.
  func restore() {
    if let content {
      try? content.write(to: url)
    } else {
      try? FileManager.default.removeItem(at: url)
    }
  }
}

/// The terminal output of a generator's command-line program.
package struct Terminal: Sendable {
  /// The name of the program, which precedes error messages.
  package let command: String

  package init(_ command: String) { self.command = command }

  /// Prints a line to standard output, without buffering.
  package func print(_ text: String) { write(text, to: .standardOutput) }

  /// Prints a line to standard error, preceded by the program's name.
  package func complain(_ text: String) { write("\(command): \(text)", to: .standardError) }

  /// Runs the program's work, and prints the failure that it throws.
  ///
  /// - Returns: The exit code of the failure, or `nil` if the work succeeded.
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
    // Errors are ignored, because they mean that the reader has closed the pipe.
    try? handle.write(contentsOf: Data((Self.escape(text) + "\n").utf8))
  }

  /// Returns the text with control characters escaped, except tabs and line feeds.
  ///
  /// A name in a model could otherwise control the terminal.
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
