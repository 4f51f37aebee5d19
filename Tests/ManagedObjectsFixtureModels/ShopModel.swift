import Foundation
public import ManagedObjects

/// The data model of the generated classes.
public enum ShopModel {
  /// Returns the model read from the source folder, or `nil` if it cannot be read.
  public static func load() -> NSManagedObjectModel? {
    NSManagedObjectModel(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Shop.xcdatamodeld"))
  }
}
