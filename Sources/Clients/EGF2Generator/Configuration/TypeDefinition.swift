/// An object type of the configuration that has a code.
struct TypeDefinition {
  let name: String
  let path: String
  /// The last two characters of its objects' ids.
  let code: String
  let isBackEndOnly: Bool
  let fields: [FieldDefinition]

  /// None where the member has no code, and so is no object type.
  init?(_ member: ConfigurationMember) throws(GeneratorProblem) {
    let node = member.node
    guard let code = node["code"] else { return nil }
    name = member.name
    path = node.path
    self.code = try code.text()
    guard self.code.utf8.count == 2 else {
      throw .configuration("\(code.path) must have two characters")
    }
    isBackEndOnly = try node.flag("back_end_only")
    fields =
      try node["fields"].map { (node) throws(GeneratorProblem) in
        try FieldDefinition.all(in: node)
      } ?? []
  }
}
