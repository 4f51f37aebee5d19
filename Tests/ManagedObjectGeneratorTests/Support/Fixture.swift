import Foundation
import GhostlightGeneration
import ManagedObjectGenerator

/// Data models, and the classes that should be generated for them.
enum Fixture {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The model for which the build generates and compiles classes.
  static let shop = tests.appending(path: "ManagedObjectsFixtureModels/Shop.xcdatamodeld")

  static func shopContents() throws -> String {
    try String(
      contentsOf: shop.appending(path: "Shop.xcdatamodel/contents"), encoding: .utf8)
  }

  /// Returns the expected generated file with a name such as `Shop.swift`.
  static func golden(_ name: String) throws -> String {
    try String(
      contentsOf: tests.appending(path: "ManagedObjectGeneratorTests/Golden/\(name).txt"),
      encoding: .utf8)
  }

  /// Returns a model file with the given XML elements.
  static func model(_ entities: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
    \(entities)
    </model>
    """
  }

  /// Returns the source that is generated for the given XML elements.
  static func text(
    _ entities: String, access: GeneratedAccess = .internal
  ) throws -> String {
    try ClassGenerator(contents: model(entities), source: "M.xcdatamodel", access: access).text
  }
}
