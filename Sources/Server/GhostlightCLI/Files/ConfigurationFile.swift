import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    let definitions = try DefinitionFolder(of: json, in: path, complain: complain)
    if let definitions {
      json = definitions.added(to: json)
      files += definitions.files
    }
    let export = try ExportFiles(of: json, in: path, complain: complain)
    let section = json["stackmob"] ?? [:]
    if let export {
      do throws(ConfigurationError) {
        json = try export.added(to: json)
      } catch {
        throw file.broken("\(path): \(error)")
      }
      files += export.paths
    }
    let progress = StartProgress(of: json)
    defer { progress.end() }
    do throws(ConfigurationError) {
      return (
        try StageConfiguration(json: json, at: system, onDocument: { progress.note() }), files
      )
    } catch {
      let located = export?.located(error, in: section) ?? error
      throw file.broken(definitions?.message(error) ?? "\(path): \(located)")
    }
  }

  /// The files to watch, as far as they can be told: the one itself, where it is broken.
  var namedFiles: [String] {
    let silent = InputFile(path: path, what: "", complain: { _ in })
    guard let json = try? silent.json() else { return [path] }
    let definitions = try? DefinitionFolder(of: json, in: path, complain: { _ in })
    return [path] + Self.names(in: json, beside: path).map(\.path) + (definitions?.files ?? [])
      + [ExportFiles.path(in: json, beside: path)].compactMap(\.self)
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

/// The folder of Mia-Platform's definitions that `$.mia.definitions` names, read in the order of its
/// files' names.
private struct DefinitionFolder {
  /// The folder itself, and every definition in it.
  private(set) var files: [String]
  private var collections: [(file: String, definition: JSON)] = []

  /// `nil` where the configuration names none.
  ///
  /// - Throws: `ExitCode` 65, after one line, where it is no folder or holds what is no JSON.
  init?(of json: JSON, in path: String, complain: @escaping @Sendable (String) -> Void) throws {
    guard let name = json["mia"]?["definitions"]?.string else { return nil }
    let folder = URL(filePath: name, relativeTo: URL(filePath: path).deletingLastPathComponent())
    files = [folder.path]
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw InputFile(path: folder.path, what: "", complain: complain).broken(
        "cannot read \(folder.path): it is no folder; $.mia.definitions of \(path) names a folder of "
          + "definitions, such as crud/collections")
    }
    for name in names.sorted() where name.hasSuffix(".json") {
      let file = folder.appending(path: name).path
      files.append(file)
      let json = try InputFile(
        path: file, what: "a definition of a collection", complain: complain
      ).json()
      for definition in json.array ?? [json] { collections.append((file, definition)) }
    }
  }

  /// The configuration, whose collections begin with these.
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

  /// The line for an error in one of these definitions; `nil` for an error anywhere else.
  func message(_ error: ConfigurationError) -> String? {
    let prefix = "$.mia.collections["
    guard error.path.hasPrefix(prefix),
      let number = Int(error.path.dropFirst(prefix.count).prefix { $0 != "]" }),
      collections.indices.contains(number)
    else { return nil }
    return "\(collections[number].file): \(error.what)"
  }
}

/// Says how far a long start is: how many of a configuration's documents are in place.
///
/// Nothing for a second; then on a terminal a line that is written over, elsewhere a line every two
/// seconds.
final class StartProgress: Sendable {
  private struct State {
    var done = 0
    var next: ContinuousClock.Instant
    var isShown = false
  }

  private let total: Int
  private let isTerminal: Bool
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// How many documents go by before the time is looked at.
  private static let step = 256

  init(
    total: Int, isTerminal: Bool, now: @escaping @Sendable () -> ContinuousClock.Instant,
    write: @escaping @Sendable (String) -> Void
  ) {
    (self.total, self.isTerminal, self.now, self.write) = (total, isTerminal, now, write)
    state = Mutex(State(next: now() + .seconds(1)))
  }

  /// Of a configuration, to standard error.
  convenience init(of configuration: JSON) {
    self.init(
      total: StageConfiguration.documentCount(in: configuration),
      isTerminal: Terminal.showsProgress, now: { ContinuousClock.now },
      write: { Terminal.show($0) })
  }

  /// One more document is in place.
  func note() {
    let line = state.withLock { state -> String? in
      state.done += 1
      guard state.done % Self.step == 0 else { return nil }
      let time = now()
      guard time >= state.next else { return nil }
      state.next = time + (isTerminal ? .milliseconds(200) : .seconds(2))
      state.isShown = true
      return "ghostlight: \(state.done) of \(max(total, state.done)) documents are in place"
    }
    if let line { write(isTerminal ? "\r" + line : line + "\n") }
  }

  /// Leaves the line, where one is shown.
  func end() {
    if isTerminal, state.withLock({ $0.isShown }) { write("\n") }
  }
}
