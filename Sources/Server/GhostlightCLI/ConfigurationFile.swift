import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// Reads `ghostlight.json`.
enum ConfigurationFile {
  /// - Throws: `ExitCode` 65, after one line with file, place and remedy.
  static func read(_ path: String) throws -> StageConfiguration {
    let file = InputFile(path: path, what: "a configuration such as ghostlight.json")
    let json = try file.json()
    do throws(ConfigurationProblem) {
      return try StageConfiguration(json: json)
    } catch {
      throw file.broken("\(path): \(error)")
    }
  }
}
