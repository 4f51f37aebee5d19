import Foundation
public import ManagedObjects

/// The data model of the generated classes.
///
/// In each build, `ManagedObjectGeneratorBuildPlugin` generates the classes of this module from
/// `Shop.xcdatamodeld`. Tests load the same model at run time, and use it with the classes in every
/// kind of store.
public enum ShopModel {
  /// Returns the model read from the source folder, or `nil` if it cannot be read.
  public static func load() -> NSManagedObjectModel? {
    NSManagedObjectModel(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Shop.xcdatamodeld"))
  }
}
