import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configuration file, and the files to which its sections may refer.
struct ConfigurationFile: Sendable {
  /// The name of the file to read if the user does not name one.
  static let standard = "ghostlight.json"
  /// The sections whose value may be the path of a vendor's configuration file instead of settings.
  private static let filed = ["egf2"]

  let path: String
  /// The files to which services record; `nil` if their upstreams are not to be recorded.
  var recordings: ServiceRecordings?
  /// Whether a data folder keeps the state of the services over restarts.
  var keepsState = false
  /// The progress of the start that reads the file.
  var progress = StartProgress()
  /// Called with one line for each problem.
  var complain: @Sendable (String) -> Void = { Terminal.complain($0) }
  /// Called with a line for each of the first rows that were left out of an export, and with a line
  /// that has their number.
  var remark: @Sendable (String) -> Void = { Terminal.complain($0) }

  /// Reads the configuration file, and the files to which it refers.
  ///
  /// - Returns: The configuration, and the paths of all files that were read.
  /// - Throws: `ExitCode` 65, after printing one line with the file, the position and the remedy.
  func read(
    at system: Int64? = nil
  ) throws -> (configuration: StageConfiguration, files: [String]) {
    let file = InputFile(
      path: path, what: "a configuration such as ghostlight.json", complain: complain)
    progress.begin(reading: path)
    defer { progress.end() }
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
    let definitions = try DefinitionFolder(of: json, in: path, complain: complain)
    if let definitions {
      json = definitions.added(to: json)
      files += definitions.files
    }
    let pages = try PageFolder(of: json, in: path, complain: complain)
    json = pages?.removed(from: json) ?? json
    let skipped = SkippedRows()
    let exports = try ExportFiles(
      of: json, in: path, progress, needsDigest: keepsState, complain: complain, skipped.add)
    files += exports.paths
    let remarks = Mutex<[String]>([])
    let services = ServiceFiles(beside: path, recordings, progress, keepsState: keepsState) {
      line in
      remarks.withLock { $0.append(line) }
    }
    files += services.named(in: json)
    let total = StageConfiguration.documentCount(in: json)
    progress.begin { "storing \($0) of \(max(total, $0)) documents" }
    do throws(ConfigurationError) {
      try services.recover(in: json)
      var configuration = try StageConfiguration(
        json: json, at: system, services: services.content, files: exports.files,
        onDocument: { progress.advance() })
      if let position = configuration.services.firstIndex(where: { $0.name == "stackmob" }) {
        configuration.services[position].pageFolder = pages?.path
      }
      // With a data folder, the file is read twice: first to find mistakes in it.
      if !keepsState || system != nil {
        skipped.report(remark, after: progress)
        remarkOnDefinitions(in: configuration)
        for line in remarks.withLock(\.self) { remark(line) }
      }
      return (configuration, files)
    } catch {
      throw file.broken(definitions?.message(error) ?? "\(path): \(error)")
    }
  }

  /// Prints a line for each member of a definition that has no effect.
  private func remarkOnDefinitions(in configuration: StageConfiguration) {
    #if MiaEmulator
      for case let mia as MiaBackend in configuration.services.map(\.seed) {
        for warning in mia.warnings { remark("\(path): the collection \(warning)") }
      }
    #endif
  }

  /// The files to watch for changes; if the configuration is invalid, only the file itself.
  var namedFiles: [String] {
    let silent = InputFile(path: path, what: "", complain: { _ in })
    guard let json = try? silent.json() else { return [path] }
    let definitions = try? DefinitionFolder(of: json, in: path, complain: { _ in })
    return [path] + Self.names(in: json, beside: path).map(\.path) + (definitions?.files ?? [])
      + ExportFiles.paths(in: json, beside: path)
      + ServiceFiles(beside: path).named(in: json)
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

/// The folder with the files of StackMob's HTML5 apps, named by `$.stackmob.static`.
private struct PageFolder {
  let path: String

  /// Finds the folder; `nil` if the configuration does not name one.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if it is not a folder.
  init?(of json: JSON, in path: String, complain: @escaping @Sendable (String) -> Void) throws {
    guard let member = json["stackmob"]?["static"] else { return nil }
    let reader = ConfigurationReader(member, path: "$.stackmob.static")
    do throws(ConfigurationError) {
      let folder = URL(filePath: path).deletingLastPathComponent()
      self.path = URL(filePath: try reader.string(), relativeTo: folder).path
      guard let status = FileStatus(self.path) else {
        throw reader.error("there is no folder \(self.path): name the one that has index.html")
      }
      guard status.isFolder else {
        throw reader.error("\(self.path) is not a folder: name the one that has index.html")
      }
    } catch {
      throw InputFile(path: path, what: "", complain: complain).broken("\(path): \(error)")
    }
  }

  /// Returns the configuration without the member, because the state does not depend on it.
  func removed(from json: JSON) -> JSON {
    guard case .object(var members) = json, var section = members["stackmob"]?.object else {
      return json
    }
    section["static"] = nil
    members["stackmob"] = .object(section)
    return .object(members)
  }
}

/// The folder with Mia-Platform's definitions, named by `$.mia.definitions`.
///
/// The files are read in order of their names.
private struct DefinitionFolder {
  /// The paths of the folder and of all definition files in it.
  private(set) var files: [String]
  /// The definitions, each with its file and its JSON path in it.
  private var collections: [(file: String, place: String, definition: JSON)] = []

  /// Reads the folder; `nil` if the configuration does not name one.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if it is not a folder or if a file is not
  ///   valid JSON.
  init?(of json: JSON, in path: String, complain: @escaping @Sendable (String) -> Void) throws {
    guard let name = json["mia"]?["definitions"]?.string else { return nil }
    let folder = URL(filePath: name, relativeTo: URL(filePath: path).deletingLastPathComponent())
    files = [folder.path]
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw InputFile(path: folder.path, what: "", complain: complain).broken(
        "cannot read \(folder.path): it is not a folder; $.mia.definitions of \(path) names a folder "
          + "of definitions, such as crud/collections")
    }
    for name in names.sorted() where name.hasSuffix(".json") {
      let file = folder.appending(path: name).path
      files.append(file)
      let json = try InputFile(
        path: file, what: "a definition of a collection", complain: complain
      ).json()
      if let definitions = json.array {
        for (position, definition) in definitions.enumerated() {
          collections.append((file, "$[\(position)]", definition))
        }
      } else {
        collections.append((file, "$", json))
      }
    }
  }

  /// Returns the configuration with the folder's collections inserted before its own.
  func added(to json: JSON) -> JSON {
    guard case .object(var members) = json, var mia = members["mia"]?.object else { return json }
    mia["definitions"] = nil
    let own = mia["collections"] ?? []
    // A value that is not an array is rejected later, when the whole section is parsed.
    if let elements = own.array {
      mia["collections"] = .array(collections.map(\.definition) + elements)
    }
    members["mia"] = .object(mia)
    return .object(members)
  }

  /// Returns the message for an error in one of the folder's files; `nil` for any other error.
  func message(_ error: ConfigurationError) -> String? {
    let prefix = "$.mia.collections["
    guard error.path.hasPrefix(prefix),
      let number = Int(error.path.dropFirst(prefix.count).prefix { $0 != "]" }),
      collections.indices.contains(number)
    else { return nil }
    let rest = error.path.dropFirst("\(prefix)\(number)]".count)
    return "\(collections[number].file): \(collections[number].place)\(rest): \(error.what)"
  }
}
