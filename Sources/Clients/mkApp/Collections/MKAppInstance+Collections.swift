import GhostlightCore

extension MKAppInstance {
  /// Whether a collection may be named so: the name is one part of a path, and not empty.
  static func isCollectionName(_ name: String) -> Bool {
    !name.isEmpty && !name.contains { "/?#".contains($0) }
  }

  /// How dates travel.
  package var dates: DateForm { jsonDateFormatInSeconds ? .seconds : .milliseconds }

  /// The name of a collection as paths have it.
  package func path(of collection: String) -> String {
    jsonCollectionNameLowerCaseOnly ? collection.lowercased() : collection
  }

  /// The object for an item, of the class that goes with its collection.
  func collection(_ name: String, _ item: JSONObject) -> MKCollection {
    let collection: MKCollection =
      switch name {
      case "users": MKUser(in: self)
      case "files": MKCollectionFile(name: item["name"]?.string ?? "", in: self)
      default: MKCollection(of: name, in: self)
      }
    collection.replace(with: item)
    return collection
  }
}
