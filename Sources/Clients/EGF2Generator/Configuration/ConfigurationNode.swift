import GhostlightCore

/// A value in `config.json` and its path, which error messages contain.
struct ConfigurationNode {
  let value: JSON
  /// The path of the value, such as `graph.post.fields.text`.
  let path: String

  /// The member with this name; `nil` if the value is not an object or has no such member.
  subscript(key: String) -> ConfigurationNode? {
    value[key].map { ConfigurationNode(value: $0, path: "\(path).\(key)") }
  }

  /// Returns the members of the object, in the order of the file.
  func members() throws(GeneratorError) -> [ConfigurationMember] {
    guard let object = value.object else {
      throw .configuration("\(path) must be an object")
    }
    return object.map {
      ConfigurationMember(
        name: $0.key, node: ConfigurationNode(value: $0.value, path: "\(path).\($0.key)"))
    }
  }

  func text() throws(GeneratorError) -> String {
    guard let text = value.string else { throw .configuration("\(path) must be a string") }
    return text
  }

  func texts() throws(GeneratorError) -> [String] {
    guard let texts = value.texts else {
      throw .configuration("\(path) must be an array of strings")
    }
    return texts
  }

  /// Returns the value of a Boolean member, or `false` if the member is missing.
  func flag(_ key: String) throws(GeneratorError) -> Bool {
    guard let member = self[key] else { return false }
    guard let flag = member.value.bool else {
      throw .configuration("\(member.path) must be true or false")
    }
    return flag
  }
}

struct ConfigurationMember {
  let name: String
  let node: ConfigurationNode
}
