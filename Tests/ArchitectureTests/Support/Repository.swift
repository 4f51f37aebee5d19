import Foundation

/// The files of the repository that contains these tests.
enum Repository {
  /// The root folder of the repository, which contains `Package.swift`.
  static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    repeat {
      folder.deleteLastPathComponent()
    } while folder.path != "/" && !isRoot(folder)
    return folder
  }()

  /// All Swift files under `Sources`, sorted by path.
  static let sources = files(under: "Sources")

  /// All Swift files under `Tests`, sorted by path.
  static let tests = files(under: "Tests")

  /// All Swift files under `Contracts/Sources`, sorted by path.
  static let contracts = files(under: "Contracts/Sources")

  /// All Swift files of the package's targets and tests.
  static let all = sources + tests

  /// The targets of the package, found by their folders `Sources/<layer>/<target>`.
  static let targets: [TargetFolder] = folders(in: "Sources").flatMap { layer in
    folders(in: "Sources/\(layer)").map { TargetFolder(layer: layer, name: $0) }
  }

  /// The paths of the manuals' articles, sorted.
  static let manuals: [String] = {
    let paths = FileManager.default.enumerator(atPath: absolute("Sources"))
    return (paths?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .map { "Sources/\($0)" }
  }()

  /// The names of the folders in `Tests`, each of which belongs to a target.
  static let testTargets = folders(in: "Tests")

  /// Returns the contents of the file at a path in the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the names of the folders with Swift files or a C module, sorted; empty if `path` does
  /// not exist.
  private static func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: absolute(path))) ?? []
    return names.filter { name in
      !paths(under: "\(path)/\(name)").isEmpty
        || FileManager.default.fileExists(atPath: absolute("\(path)/\(name)/module.modulemap"))
    }.sorted()
  }

  private static func files(under path: String) -> [SourceFile] {
    paths(under: path).sorted().compactMap { SourceFile(path: $0, in: root) }
  }

  private static func paths(under path: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: absolute(path))?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" }
  }

  private static func absolute(_ path: String) -> String {
    root.appendingPathComponent(path).path
  }

  private static func isRoot(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  }
}
