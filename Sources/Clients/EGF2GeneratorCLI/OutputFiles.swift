import ArgumentParser
import EGF2Generator
import Foundation

/// The files that the generator writes, all of them or none.
struct OutputFiles {
  let folder: String
  let files: [GeneratedFile]

  /// Writes all files beside their places, then moves them there; what was there comes back where
  /// that fails half-way.
  ///
  /// - Throws: `ExitCode` 1, after one line.
  func write() throws {
    for file in files {
      if let problem = problem(file) { throw failed("\(problem); nothing was written") }
    }
    var replaced: [ReplacedFile] = []
    do {
      let staged = try files.map { try StagedFile($0.text, for: url($0)) }
      for file in staged { replaced.append(try file.move()) }
    } catch {
      for file in replaced.reversed() { file.restore() }
      throw failed(
        "cannot write \(names) to \(folder): \(error.localizedDescription); nothing was written")
    }
    for file in files { Terminal.print("'\(file.name)' has been successfully generated!") }
  }

  /// Compares what is there with what would be written.
  ///
  /// - Throws: `ExitCode` 1, after one line for each file that differs.
  func check(remedy: String) throws {
    var isSame = true
    for file in files {
      let found = FileManager.default.contents(atPath: url(file).path)
      if found == Data(file.text.utf8) {
        Terminal.print("'\(file.name)' is up to date")
      } else {
        isSame = false
        let what = found == nil ? "is missing" : "is not what settings.json and config.json make"
        Terminal.complain("\(folder)/\(file.name) \(what); \(remedy)")
      }
    }
    guard isSame else { throw ExitCode.failure }
  }

  private var names: String { files.map(\.name).joined(separator: " and ") }

  private func url(_ file: GeneratedFile) -> URL {
    URL(filePath: folder).appending(path: file.name)
  }

  /// Why a file cannot be written, as far as that shows beforehand.
  private func problem(_ file: GeneratedFile) -> String? {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    guard isThere, isFolder.boolValue else {
      return "cannot write \(file.name): there is no folder \(folder)"
    }
    let isTaken = FileManager.default.fileExists(atPath: url(file).path, isDirectory: &isFolder)
    return isTaken && isFolder.boolValue
      ? "cannot write \(folder)/\(file.name): it is a folder" : nil
  }

  private func failed(_ text: String) -> ExitCode {
    Terminal.complain(text)
    return .failure
  }
}
