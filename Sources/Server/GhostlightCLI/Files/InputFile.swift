import ArgumentParser
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON file that is named on the command line.
struct InputFile {
  let path: String
  /// The expected contents for error messages, such as "a configuration".
  let what: String
  /// The exit code if the file exists, but cannot be read or is invalid.
  var code: Int32 = 65
  /// Called with one line that describes the problem.
  var complain: @Sendable (String) -> Void = { Terminal.complain($0) }

  /// Reads and parses the file.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file, the position and the remedy.
  func json() throws -> JSON {
    let bytes = try bytes()
    do throws(JSONError) {
      return try JSON.parse(bytes, limits: JSONLimits(bytes: 1 << 30))
    } catch {
      throw broken("\(path): \(JSONDiagnosis(of: error, in: bytes))")
    }
  }

  /// Reports that the file's contents are invalid, and returns the exit code.
  func broken(_ text: String) -> ExitCode {
    complain(text)
    return ExitCode(code)
  }

  /// Reads the whole file.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file and the remedy.
  func bytes() throws -> [UInt8] {
    // A shell's process substitution, <(command), has no file size, so it is read to its end.
    try read { try FileReader.bytes(of: path) }
  }

  /// Returns a closure that reads the next piece of the file; an empty piece marks the end.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file and the remedy.
  func pieces() throws -> () throws -> [UInt8] {
    try read {
      let reader = try FileReader(path)
      return { try reader.read(upTo: 1 << 20) }
    }
  }

  /// Returns the result of a closure that reads the file.
  ///
  /// - Throws: `ExitCode`, after printing one line with the file and the remedy, if reading fails.
  func read<Content>(_ content: () throws -> Content) throws -> Content {
    do {
      return try content()
    } catch {
      complain("cannot read \(path): \(reason(error)); give the path of \(what)")
      throw ExitCode.unusable(path, code)
    }
  }

  private func reason(_ error: any Error) -> String {
    guard let status = FileStatus(path) else { return "there is no such file" }
    return status.isFolder ? "it is a folder" : SystemCalls.words(for: error)
  }
}

/// A file that a command writes.
struct OutputFile {
  let path: String

  /// Checks that the file in the value of an option can be written.
  ///
  /// - Throws: ``NotFound`` if its folder does not exist, and `ValidationError` for a path that is
  ///   not one of a file.
  static func check(_ path: String?, _ option: String) throws {
    guard let path, let refusal = OutputFile(path: path).refusal else { return }
    guard !path.hasSuffix("/"), !URL(filePath: path).deletingLastPathComponent().exists else {
      throw ValidationError("\(option): \(refusal).")
    }
    throw NotFound("\(option): \(refusal)")
  }

  /// The reason, if known before writing, why the file cannot be written; otherwise `nil`.
  var refusal: String? {
    let url = URL(filePath: path)
    if path.hasSuffix("/"), FileStatus(url.path) == nil {
      return "cannot write \(path): it names a folder; give the path of a file"
    }
    let folder = url.deletingLastPathComponent().path
    guard FileStatus(folder)?.isFolder == true else {
      return "cannot write \(path): there is no folder \(folder)"
    }
    guard let status = FileStatus(url.path), !status.isRegular else { return nil }
    let kind = status.isFolder ? "it is a folder" : "it is a device or a pipe"
    return "cannot write \(path): \(kind)"
  }

  /// Writes the string and a line break.
  ///
  /// - Parameters:
  ///   - text: The string to write, without the line break.
  ///   - readers: The users who may read the file.
  ///   - replaces: Whether an existing file is replaced, as for reports.
  /// - Returns: Whether the file was written; if not, one line about the problem was printed.
  func write(
    _ text: String, for readers: NewFile.Readers = .everyone, replacing replaces: Bool = true
  ) -> Bool {
    do throws(SystemError) {
      let bytes = Array((text + "\n").utf8)
      try NewFile.write(bytes, to: path, for: readers, replacing: replaces)
      return true
    } catch {
      Terminal.complain(refusal ?? "cannot write \(path): \(error)")
      return false
    }
  }
}

extension URL {
  /// Whether there is a file or folder at the path.
  fileprivate var exists: Bool { FileStatus(path) != nil }
}

/// Something that the command line names, and that does not exist; the exit code is 1.
struct NotFound: Error, CustomStringConvertible {
  /// One line with the name, the problem and the remedy.
  let description: String

  init(_ description: String) { self.description = description }
}

extension ExitCode {
  /// Returns the code for a file or folder that cannot be used: 1 if it does not exist, otherwise
  /// `code`.
  static func unusable(_ path: String, _ code: Int32) -> ExitCode {
    FileStatus(path) == nil ? .failure : ExitCode(code)
  }
}

/// Reads the contract files that are named on the command line.
struct ContractFolder {
  /// The paths of contract files, and of folders that contain contracts as `.json` files.
  let paths: [String]

  /// Reads all contract files; the files of a folder are sorted by name.
  ///
  /// - Throws: `ExitCode` 2 if a file is invalid, and 1 if one does not exist, after printing a line
  ///   for each of them.
  func files() throws -> [ContractFile] {
    var files: [ContractFile] = []
    var problem: ExitCode?
    for path in paths.flatMap({ InputFolder.files(in: $0, suffix: ".json") }) {
      do {
        files.append(try Self.read(path))
      } catch let code as ExitCode {
        problem = ExitCode(max(problem?.rawValue ?? 0, code.rawValue))
      }
    }
    if let problem { throw problem }
    return files
  }

  private static func read(_ path: String) throws -> ContractFile {
    let file = InputFile(path: path, what: "a contract, a Pact file", code: 2)
    let bytes = try file.bytes()
    do throws(PactError) {
      return ContractFile(path, try Pact.parse(bytes))
    } catch {
      throw file.broken("\(path): \(error)")
    }
  }
}
