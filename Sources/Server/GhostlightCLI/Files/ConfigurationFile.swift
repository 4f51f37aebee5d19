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
    let definitions = try definitions(of: json, in: path)
    if let definitions { json = definitions.added(to: json) }
    do throws(ConfigurationError) {
      return try StageConfiguration(json: json, at: system)
    } catch {
      throw file.broken(definitions?.problem(error) ?? "\(path): \(error)")
    }
  }

  /// The collections in the folder that `$.mia.definitions` names, in the order of the files' names.
  private static func definitions(of json: JSON, in path: String) throws -> DefinitionFolder? {
    guard let name = json["mia"]?["definitions"]?.string else { return nil }
    let folder = URL(filePath: name, relativeTo: URL(filePath: path).deletingLastPathComponent())
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw InputFile(path: folder.path, what: "").broken(
        "cannot read \(folder.path): it is no folder; $.mia.definitions of \(path) names a folder of "
          + "definitions, such as crud/collections")
    }
    var definitions = DefinitionFolder()
    for name in names.sorted() where name.hasSuffix(".json") {
      let file = folder.appending(path: name).path
      let json = try InputFile(path: file, what: "a definition of a collection").json()
      for definition in json.array ?? [json] { definitions.collections.append((file, definition)) }
    }
    return definitions
  }
}

/// The definitions that a folder holds, each with the file that it stands in.
private struct DefinitionFolder {
  var collections: [(file: String, definition: JSON)] = []

  /// A configuration whose collections begin with these.
  func added(to json: JSON) -> JSON {
    guard case .object(var members) = json, var mia = members["mia"]?.object else { return json }
    mia["definitions"] = nil
    let own = mia["collections"] ?? []
    // What is no array is refused where all of the section is read.
    if let elements = own.array {
      mia["collections"] = .array(collections.map(\.definition) + elements)
    }
    members["mia"] = .object(mia)
    return .object(members)
  }

  /// The line for a problem of one of them; `nil` for any other problem.
  func problem(_ error: ConfigurationError) -> String? {
    let prefix = "$.mia.collections["
    guard error.path.hasPrefix(prefix),
      let number = Int(error.path.dropFirst(prefix.count).prefix { $0 != "]" }),
      collections.indices.contains(number)
    else { return nil }
    return "\(collections[number].file): \(error.what)"
  }
}
