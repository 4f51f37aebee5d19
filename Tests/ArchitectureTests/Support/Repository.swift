import Foundation

/// The repository that these tests are part of, as files.
enum Repository {
  /// The folder that holds `Package.swift`.
  static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path != "/" && !isRoot(folder)
    return folder
  }()

  /// Every file under `Sources`, sorted by path.
  static let sources = files(under: "Sources")

  /// Every file under `Tests`, sorted by path.
  static let tests = files(under: "Tests")

  /// Every Swift file of ours.
  static let all = sources + tests

  /// The targets by their folders: `Sources/<Wing>/<Target>`.
  static let targets: [TargetFolder] = folders(in: "Sources").flatMap { layer in
    folders(in: "Sources/\(layer)").map { TargetFolder(layer: layer, name: $0) }
  }

  /// The manuals' articles, sorted by path.
  static let manuals: [String] = {
    let paths = FileManager.default.enumerator(atPath: absolute("Sources"))
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .map { "Sources/\($0)" }
  }()

  /// The folders of `Tests`.
  static let testTargets = folders(in: "Tests")

  /// The text of a file of the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of the folders that hold Swift files or a C module, sorted; none where the folder is
  /// missing.
  private static func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: absolute(path))) ?? []
    return names.filter { name in
      !files(under: "\(path)/\(name)").isEmpty
        || FileManager.default.fileExists(atPath: absolute("\(path)/\(name)/module.modulemap"))
    }.sorted()
  }

  private static func files(under path: String) -> [SourceFile] {
    let paths = FileManager.default.enumerator(atPath: absolute(path))?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap {
      SourceFile(path: "\(path)/\($0)", in: root)
    }
  }

  private static func absolute(_ path: String) -> String {
    root.appendingPathComponent(path).path
  }

  private static func isRoot(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  }
}
