import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The collections, files and access objects of BaaS up to 3.
struct BaaSState: Sendable {
  /// The name of the collection that contains the items of uploaded files.
  static let filesName = "files"

  /// The collections by name, except `users`.
  ///
  /// Adding the first item creates a collection.
  var collections: [BytewiseString: ItemCollection] = [:]
  /// The access objects, keyed by collection name.
  var access: [BytewiseString: AccessRules] = [:]
  /// The contents of uploaded files, keyed by the random name under which each file is stored.
  var contents = KeyedStore<[UInt8]>()

  init() {}

  /// Removes an item of the collection `name`.
  ///
  /// Removing an item of `files` also removes the file's contents.
  mutating func remove(_ id: String, from name: String) {
    let item = collections[BytewiseString(name)]?.remove(id)
    if name == Self.filesName, let stored = item?["file"]?.string { contents[stored] = nil }
  }

  /// Removes all items of a collection.
  ///
  /// The collection keeps the time of its latest change, so that later changes get greater times.
  mutating func empty(_ name: String) {
    guard let latest = collections[BytewiseString(name)]?.latest else { return }
    collections[BytewiseString(name)] = ItemCollection(latest: latest)
  }
}

extension BaaSState {
  var snapshot: JSON {
    var collections = JSONObject()
    for (name, collection) in self.collections.sorted(by: Self.precedes) {
      collections[name.text] = collection.snapshot
    }
    var access = JSONObject()
    for (name, rules) in self.access.sorted(by: Self.precedes) {
      access[name.text] = .object(rules.source)
    }
    var contents = JSONObject()
    for name in self.contents.keys.sorted() {
      contents[name] = .string(Base64.encode(self.contents[name] ?? []))
    }
    return [
      "collections": .object(collections), "access": .object(access),
      "contents": .object(contents),
    ]
  }

  private static func precedes<Value>(
    _ left: (key: BytewiseString, value: Value), _ right: (key: BytewiseString, value: Value)
  ) -> Bool {
    left.key.text.utf8.lexicographicallyPrecedes(right.key.text.utf8)
  }

  /// Creates the state from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    for member in try reader.member("collections").members() {
      collections[BytewiseString(member.key)] = try ItemCollection(
        member.reader, indexing: member.key == Self.filesName ? ["file"] : [])
    }
    for member in try reader.member("access").members() {
      let source = try member.reader.object()
      do throws(DefinitionError) {
        access[BytewiseString(member.key)] = try AccessRules(source)
      } catch {
        throw member.reader.error(error.message)
      }
    }
    for member in try reader.member("contents").members() {
      guard let bytes = Base64.decode(try member.reader.string()) else {
        throw member.reader.error("is not valid base64")
      }
      contents[member.key] = bytes
    }
  }
}

extension ItemCollection {
  var snapshot: JSON {
    [
      "latest": .integer(latest),
      "items": .array(documents.documents().map { .object($0.document) }),
    ]
  }

  /// Creates a collection from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader, indexing fields: [String] = []) throws(SnapshotError) {
    self.init(indexing: fields, latest: try reader.member("latest").integer())
    let stored = try reader.member("items")
    let elements = try stored.array()
    try restore(elements.count) { position throws(SnapshotError) in
      let item = try stored.object(position, of: elements)
      return (try stored.string("id", of: item, at: position), item)
    }
  }
}
