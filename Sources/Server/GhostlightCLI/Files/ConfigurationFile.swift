import ArgumentParser
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// Reads `ghostlight.json`.
enum ConfigurationFile {
  /// The name of the file that is read where none is named.
  static let standard = "ghostlight.json"
  /// The sections that are files of their vendor's, which an application has already.
  private static let filed = ["egf2"]

  /// Reads the file, and those that it names in the place of a section.
  ///
  /// - Throws: `ExitCode` 65, after one line with file, place and remedy.
  static func read(_ path: String, at system: Int64? = nil) throws -> StageConfiguration {
    let file = InputFile(path: path, what: "a configuration such as ghostlight.json")
    var json = try file.json()
    for section in filed {
      guard let name = json[section]?.string, case .object(var members) = json else { continue }
      let folder = URL(filePath: path).deletingLastPathComponent()
      members[section] = try InputFile(
        path: URL(filePath: name, relativeTo: folder).path,
        what: "what $.\(section) of \(path) is to be, such as client-data/config.json"
      ).json()
      json = .object(members)
    }
    do throws(ConfigurationError) {
      return try StageConfiguration(json: json, at: system)
    } catch {
      throw file.broken("\(path): \(error)")
    }
  }
}
