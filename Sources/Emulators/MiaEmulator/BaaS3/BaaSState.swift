import GhostlightCore
import GhostlightEmulation

/// The collections, files and rules of the first generation.
struct BaaSState: Sendable {
  /// The collection that a file's item is in.
  static let filesName = "files"

  /// The collections by name, without `users`; one comes into being with its first item.
  var collections: [ExactText: ItemCollection] = [:]
  /// The access objects, by the name of their collection.
  var access: [ExactText: AccessRules] = [:]
  /// The bytes of files, by the names they are stored under.
  var contents = KeyedStore<[UInt8]>()

  init() {}

  /// Takes out an item, with its file if it has one.
  mutating func remove(_ id: String, from name: String) {
    let item = collections[ExactText(name)]?.remove(id)
    if name == Self.filesName, let stored = item?["file"]?.string { contents[stored] = nil }
  }

  /// Takes out all items; their changes still count.
  mutating func empty(_ name: String) {
    guard let latest = collections[ExactText(name)]?.latest else { return }
    collections[ExactText(name)] = ItemCollection(restored: [], latest: latest)
  }
}
