import Foundation
import GhostlightGeneration

/// One of the two files that models are made of.
struct InputFile {
  let folder: String
  let name: String

  /// - Throws: Exit code 65, with file and remedy.
  func bytes() throws(GenerationFailure) -> [UInt8] {
    let url = URL(filePath: folder).appending(path: name)
    do {
      return [UInt8](try Data(contentsOf: url))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: url.path)
      throw GenerationFailure(
        .input,
        isThere
          ? "cannot read \(folder)/\(name): \(error.localizedDescription)"
          : "\(name) not found in \(folder); put settings.json and config.json there, or name "
            + "the folder that has them")
    }
  }
}
