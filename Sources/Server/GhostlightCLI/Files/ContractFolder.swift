import ArgumentParser
import GhostlightContracts
import GhostlightServer

/// Reads the contract files that are named on the command line.
struct ContractFolder {
  /// The paths of contract files, and of folders that contain contracts as `.json` files.
  let paths: [String]

  /// Reads all contract files; the files of a folder are sorted by name.
  ///
  /// - Throws: `ExitCode` 2, after printing a line for each file that is missing or invalid.
  func files() throws -> [ContractFile] {
    var files: [ContractFile] = []
    var isBroken = false
    for path in paths.flatMap({ InputFolder.files(in: $0, suffix: ".json") }) {
      do {
        files.append(try Self.read(path))
      } catch is ExitCode {
        isBroken = true
      }
    }
    guard !isBroken else { throw ExitCode(2) }
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
