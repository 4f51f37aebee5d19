import GhostlightCore

/// A value of `config.json` that knows its place there.
struct ConfigurationNode {
  let value: JSON
  /// `graph.post.fields.text`.
  let path: String

  /// A member that must be there.
  subscript(key: String) -> ConfigurationNode? {
    value[key].map { ConfigurationNode(value: $0, path: "\(path).\(key)") }
  }

  /// The members in the order of the file.
  func members() throws(GeneratorError) -> [ConfigurationMember] {
    guard let object = value.object else {
      throw .configuration("\(path) is no object")
    }
    return object.map {
      ConfigurationMember(
        name: $0.key, node: ConfigurationNode(value: $0.value, path: "\(path).\($0.key)"))
    }
  }

  func text() throws(GeneratorError) -> String {
    guard let text = value.string else { throw .configuration("\(path) is no string") }
    return text
  }

  func texts() throws(GeneratorError) -> [String] {
    guard let texts = value.texts else {
      throw .configuration("\(path) is no array of strings")
    }
    return texts
  }

  /// Whether a flag is set; it may be missing.
  func flag(_ key: String) throws(GeneratorError) -> Bool {
    guard let member = self[key] else { return false }
    guard let flag = member.value.bool else {
      throw .configuration("\(member.path) is neither true nor false")
    }
    return flag
  }
}

/// A member of an object of `config.json`.
struct ConfigurationMember {
  let name: String
  let node: ConfigurationNode
}
