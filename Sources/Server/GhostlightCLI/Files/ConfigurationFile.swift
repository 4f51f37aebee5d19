import ArgumentParser
import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation

/// `ghostlight.json`, and the files that it names in the place of sections.
struct ConfigurationFile: Sendable {
  /// The name of the file that is read where none is named.
  static let standard = "ghostlight.json"
  /// The sections that are files of their vendor's, which an application has already.
  private static let filed = ["egf2"]

  let path: String
  /// Told the one line about what is broken.
  var complain: @Sendable (String) -> Void = { Terminal.complain($0) }

  /// Reads the file, and those that it names.
  ///
  /// - Returns: The configuration, and all files that it was read from.
  /// - Throws: `ExitCode` 65, after one line with file, place and remedy.
  func read(
    at system: Int64? = nil
  ) throws -> (configuration: StageConfiguration, files: [String]) {
    let file = InputFile(
      path: path, what: "a configuration such as ghostlight.json", complain: complain)
    var json = try file.json()
    var files = [path]
    for (section, name) in Self.names(in: json, beside: path) {
      guard case .object(var members) = json else { continue }
      files.append(name)
      members[section] = try InputFile(
        path: name, what: "what $.\(section) of \(path) is to be, such as client-data/config.json",
        complain: complain
      ).json()
      json = .object(members)
    }
    let progress = StartProgress(of: json)
    defer { progress.end() }
    do throws(ConfigurationError) {
      return (
        try progress.counting { () throws(ConfigurationError) in
          try StageConfiguration(json: json, at: system)
        }, files
      )
    } catch {
      throw file.broken("\(path): \(error)")
    }
  }

  /// The files to watch, as far as they can be told: the one itself, where it is broken.
  var namedFiles: [String] {
    let silent = InputFile(path: path, what: "", complain: { _ in })
    guard let json = try? silent.json() else { return [path] }
    return [path] + Self.names(in: json, beside: path).map(\.path)
  }

  private static func names(
    in json: JSON, beside path: String
  ) -> [(section: String, path: String)] {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return filed.compactMap { section in
      json[section]?.string.map { (section, URL(filePath: $0, relativeTo: folder).path) }
    }
  }
}
