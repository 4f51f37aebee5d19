#if !canImport(CoreData)
  import Foundation
  import TestSupport
  import Testing

  /// The public declarations of ManagedObjects, read from the symbol graph of the built module.
  struct SymbolGraph {
    struct Symbol: Decodable {
      struct Kind: Decodable { let identifier: String }
      struct Identifier: Decodable { let precise: String }
      struct Fragment: Decodable { let spelling: String }

      let kind: Kind
      let identifier: Identifier
      let pathComponents: [String]
      let declarationFragments: [Fragment]

      /// The name with its enclosing types, such as `NSManagedObject.willSave()`.
      var name: String { pathComponents.joined(separator: ".") }
      var declaration: String { declarationFragments.map(\.spelling).joined() }
    }

    private struct Relationship: Decodable {
      let kind: String
      let source: String
      let target: String
    }

    private struct File: Decodable {
      let symbols: [Symbol]
      let relationships: [Relationship]
    }

    let symbols: [Symbol]
    private let relationships: [Relationship]

    init() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "Modules")
      let sqlite = root.appending(path: "Sources/Core/CSQLite/module.modulemap")
      let process = try ChildProcess(
        URL(filePath: "/usr/bin/env"),
        [
          "swift-symbolgraph-extract", "-module-name", "ManagedObjects", "-target", Self.target,
          "-minimum-access-level", "public", "-skip-synthesized-members",
          "-output-dir", folder.path, "-I", modules.path,
          "-Xcc", "-fmodule-map-file=\(sqlite.path)",
        ])
      try #require(process.wait() == 0, "swift-symbolgraph-extract failed on \(modules.path)")
      let files = try FileManager.default
        .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .map { try JSONDecoder().decode(File.self, from: Data(contentsOf: $0)) }
      symbols = files.flatMap(\.symbols)
      relationships = files.flatMap(\.relationships)
    }

    #if arch(arm64)
      private static let target = "aarch64-unknown-linux-gnu"
    #else
      private static let target = "x86_64-unknown-linux-gnu"
    #endif

    /// Returns all declarations with a name; an overloaded name has several.
    func declarations(of name: String) -> [String] {
      symbols.filter { $0.name == name }.map(\.declaration).sorted()
    }

    /// The names of the classes that conform to `Sendable`.
    var sendableClasses: [String] {
      let sendable = Set(
        relationships.filter { $0.kind == "conformsTo" && $0.target == "s:s8SendableP" }
          .map(\.source))
      return symbols.filter {
        $0.kind.identifier == "swift.class" && sendable.contains($0.identifier.precise)
      }.map(\.name).sorted()
    }
  }
#endif
