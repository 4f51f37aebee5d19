import ArgumentParser
import GhostlightContracts
import GhostlightServer

/// Reads the contract files that the command line names.
struct ContractFolder {
  /// Paths of files, and of folders with `.json` files.
  let paths: [String]

  /// Reads the files, each folder's in the order of their names.
  ///
  /// - Throws: `ExitCode` 2, after a line for each file that is missing or invalid.
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
