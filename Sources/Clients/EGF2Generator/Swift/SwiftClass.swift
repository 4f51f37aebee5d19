import GhostlightGeneration

/// What stands in the braces of a class.
struct SwiftClass {
  private let model: ModelClass
  private let base: String
  private let access: String

  init(_ model: ModelClass, base: String, access: String) {
    self.model = model
    self.base = base
    self.access = access
  }

  /// What the class inherits from.
  var parents: String {
    switch model.role {
    case .schema: "NSObject, EGF2Model"
    case .base: "NSObject, EGF2GraphModel"
    case .type: base
    }
  }

  var lines: [String] {
    let parts = [
      model.properties.flatMap {
        SwiftProperty($0, in: model.name).declarations.map { access + $0 }
      },
      isType ? [] : ["\(access)required override init() { super.init() }"],
      objectType, fields, editable, required,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var isType: Bool { model.role.isType }

  /// What is said again for a subclass.
  private var overriding: String { isType ? "\(access)override " : access }

  private var objectType: [String] {
    switch model.role {
    case .schema: []
    case .base: ["\(access)class var graphObjectType: String { return \"\" }"]
    case .type(let name, _):
      ["\(overriding)class var graphObjectType: String { return \"\(name)\" }"]
    }
  }

  private var fields: [String] {
    let fields = model.properties.map { "        \(SwiftProperty($0, in: model.name).field)," }
    let head = "\(overriding)class var graphFields: [EGF2Field] {"
    if fields.isEmpty { return isType ? [] : [head, "    return []", "}"] }
    return [head, "    return \(isType ? "super.graphFields + " : "")["] + fields + ["    ]", "}"]
  }

  private var editable: [String] {
    model.role == .schema ? [] : names("editableFields", model.editable)
  }

  private var required: [String] { names("requiredFields", model.required) }

  /// A function that gives property names; nothing where a subclass has none to add.
  private func names(_ function: String, _ names: [String]) -> [String] {
    if isType && names.isEmpty { return [] }
    let head = "\(overriding)func \(function)() -> [String] {"
    let more = isType ? "super.\(function)() + " : ""
    let list = SourceText.list("return \(more)[", names.map(SourceText.quoted), "]")
    if list.count == 1, head.count + list[0].count < 92 { return ["\(head) \(list[0]) }"] }
    return [head] + list.map { "    " + $0 } + ["}"]
  }
}
