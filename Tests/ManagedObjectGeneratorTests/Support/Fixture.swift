import Foundation
import GhostlightGeneration
import ManagedObjectGenerator

/// Models and the classes that were written down for them.
enum Fixture {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The model whose classes are made and compiled in the build.
  static let shop = tests.appending(path: "ManagedObjectsFixtureModels/Shop.xcdatamodeld")

  /// The text of the model.
  static func shopContents() throws -> String {
    try String(
      contentsOf: shop.appending(path: "Shop.xcdatamodel/contents"), encoding: .utf8)
  }

  /// What was written down, such as `Shop.swift`.
  static func golden(_ name: String) throws -> String {
    try String(
      contentsOf: tests.appending(path: "ManagedObjectGeneratorTests/Golden/\(name).txt"),
      encoding: .utf8)
  }

  /// A model of one element of XML after another.
  static func model(_ entities: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel">
    \(entities)
    </model>
    """
  }

  /// The classes of entities.
  static func text(
    _ entities: String, access: GeneratedAccess = .internal
  ) throws -> String {
    try ClassGenerator(contents: model(entities), source: "M.xcdatamodel", access: access).text
  }
}
