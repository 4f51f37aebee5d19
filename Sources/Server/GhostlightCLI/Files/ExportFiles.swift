import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import StackMobEmulator

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A StackMob export, named by `$.stackmob.export`: the ZIP archive that customers got, or a
/// folder.
struct ExportFiles {
  /// The path of the archive, or the paths of the folder and the files in it.
  private(set) var paths: [String]
  private let export: StackMobExport

  /// Reads the export; `nil` if the configuration does not name one.
  ///
  /// - Throws: `ExitCode` 65, after printing one line, if it is neither a valid archive nor a
  ///   folder.
  init?(
    of json: JSON, in path: String, _ progress: StartProgress,
    complain: @escaping @Sendable (String) -> Void
  ) throws {
    guard let name = Self.path(in: json, beside: path) else {
      guard json["stackmob"]?["export"] == nil else {
        throw InputFile(path: path, what: "", complain: complain).broken(
          "\(path): $.stackmob.export: must be the path of a ZIP or a folder, or an object of path "
            + "and password")
      }
      return nil
    }
    paths = [name]
    let password = json["stackmob"]?["export"]?["password"]?.string
    var files: [StackMobExport.File] = []
    progress.begin(reading: name)
    guard FileStatus(name)?.isFolder == true else {
      let archive = InputFile(
        path: name, what: "the ZIP that StackMob handed out, or of its folder", complain: complain)
      do throws(ZIPError) {
        let packed = try archive.bytesOrNone()
        let limit = Self.limitObjects(ofArchive: packed.count)
        var objects = 0
        let entries = try ZIPArchive(packed).entries.filter { $0.name.hasSuffix(".json") }
        progress.begin(export: name, of: entries.count)
        for entry in entries {
          progress.advance()
          let bytes = try entry.bytes()
          objects += bytes.count { $0 == UInt8(ascii: "{") }
          guard objects <= limit else { throw .tooManyObjects(limit: limit) }
          files.append(StackMobExport.File(path: entry.name, bytes: bytes))
        }
      } catch {
        if error == .unreadable { _ = try archive.bytes() }
        throw archive.broken("\(name): \(error)")
      }
      export = StackMobExport(files, password: password)
      return
    }
    let found = InputFolder.files(in: name, suffix: ".json")
    progress.begin(export: name, of: found.count)
    for file in found {
      progress.advance()
      paths.append(file)
      let bytes = try InputFile(path: file, what: "a file of the export", complain: complain)
        .bytes()
      files.append(StackMobExport.File(path: file, bytes: bytes))
    }
    export = StackMobExport(files, password: password)
  }

  /// Returns the maximum number of objects in an archive of `bytes` bytes.
  ///
  /// The limit exists because an object of two bytes needs hundreds of bytes in memory. An object
  /// with its own identifier never compresses to two bytes.
  static func limitObjects(ofArchive bytes: Int) -> Int { max(100_000, bytes / 2) }

  /// Returns the export's path, resolved relative to the configuration's folder.
  static func path(in json: JSON, beside path: String) -> String? {
    let member = json["stackmob"]?["export"]
    guard let name = member?.string ?? member?["path"]?.string, !name.isEmpty else { return nil }
    return URL(filePath: name, relativeTo: URL(filePath: path).deletingLastPathComponent()).path
  }

  /// Returns the configuration with the export's objects inserted before its own.
  ///
  /// - Throws: `ConfigurationError` with the export's file and the object's number.
  func added(to json: JSON) throws(ConfigurationError) -> JSON {
    guard case .object(var members) = json, var section = members["stackmob"]?.object else {
      return json
    }
    section["export"] = nil
    members["stackmob"] = try export.added(to: .object(section))
    return .object(members)
  }

  /// Returns an error about one of the export's objects with its file and number.
  ///
  /// Any other error is returned unchanged.
  func located(_ error: ConfigurationError, in section: JSON) -> ConfigurationError {
    export.located(error, in: section)
  }
}

extension StartProgress {
  /// Begins the step that reads the files of an export.
  fileprivate func begin(export name: String, of count: Int) {
    begin { "reading file \($0) of \(count) in \(name)" }
  }
}

extension InputFile {
  /// Returns the file's bytes; unlike `bytes()`, it prints nothing if the file cannot be read.
  fileprivate func bytesOrNone() throws(ZIPError) -> [UInt8] {
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .unreadable }
    return [UInt8](data)
  }
}
