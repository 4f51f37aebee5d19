import Foundation
public import ManagedObjects

/// The model of the generated classes.
public enum ShopModel {
  /// Read from the folder beside this file.
  public static func load() -> NSManagedObjectModel? {
    NSManagedObjectModel(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Shop.xcdatamodeld"))
  }
}
