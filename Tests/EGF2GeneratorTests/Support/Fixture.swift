import EGF2FixtureModels
import EGF2Generator
import EGF2PrefixedModels
import Foundation

/// The folders with input files from which the build generates the test models.
enum Fixture: CaseIterable {
  case example, prefixed

  var folder: URL {
    self == .example ? FixtureModels.folder : PrefixedModels.folder
  }

  /// Returns the bytes of a file in the fixture's folder.
  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  func generator() throws -> ModelGenerator {
    try ModelGenerator(
      settings: try bytes("settings.json"), configuration: try bytes("config.json"))
  }

  /// Returns the expected contents of a generated file, such as `EGF2.swift`.
  static func golden(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: folder.appending(path: "Golden/\(name).txt"), encoding: .utf8)
  }
}
