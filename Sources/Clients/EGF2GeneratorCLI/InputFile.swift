import ArgumentParser
import Foundation

/// One of the two files that models are made of.
struct InputFile {
  let folder: String
  let name: String

  /// - Throws: `ExitCode` 65, after one line with file and remedy.
  func bytes() throws -> [UInt8] {
    let url = URL(filePath: folder).appending(path: name)
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      Terminal.complain(
        isThere
          ? "cannot read \(folder)/\(name): \(error.localizedDescription)"
          : "\(name) not found in \(folder); put settings.json and config.json there, or name "
            + "the folder that has them")
      throw ExitCode(65)
    }
  }
}
