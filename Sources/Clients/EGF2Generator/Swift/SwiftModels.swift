import GhostlightGeneration

/// The source text of `EGF2.swift`: the graph, then a class for each struct and object type.
///
/// - Source: protocol reference B16, E13.
struct SwiftModels {
  private let plan: ModelPlan
  private let access: String

  init(_ plan: ModelPlan) {
    self.plan = plan
    access = plan.settings.access.modifier
  }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("\(access)import EGF2")
    source.line("\(access)import Foundation")
    source.line()
    graph(&source)
    for model in plan.classes {
      source.line()
      source.line(Self.summary(model.role))
      let name = SwiftClass(model, base: plan.base, access: access)
      source.line("\(access)class \(model.name): \(name.parents) {")
      for line in name.lines { source.line(line.isEmpty ? "" : "    " + line) }
      source.line("}")
    }
    return source.text
  }

  private func graph(_ source: inout SourceText) {
    source.line("/// The graph of this app.")
    source.line("\(access)let Graph: EGF2Graph = {")
    source.line("    let graph = EGF2Graph(name: \(SourceText.quoted(plan.settings.name)))!")
    source.line("    graph.serverURL = URL(string: \(SourceText.quoted(plan.settings.server)))")
    source.line("    graph.maxPageSize = \(plan.pages.maximalCount)")
    source.line("    graph.defaultPageSize = \(plan.pages.defaultCount)")
    source.line("    graph.isObjectPaginationMode = \(plan.pages.isObjectMode)")
    let codes = plan.classesByCode.map { "    \(SourceText.quoted($0.code)): \($0.name).self," }
    if codes.isEmpty { source.line("    graph.idsWithModelTypes = [:]") }
    source.block("    graph.idsWithModelTypes = [", codes, "    ]")
    source.line("    return graph")
    source.line("}()")
  }

  private static func summary(_ role: ModelRole) -> String {
    switch role {
    case .schema: "/// A struct of the configuration."
    case .base: "/// The fields that all objects of the graph have."
    case .type(let name, let code): "/// Objects of type `\(name)`, whose ids end in `-\(code)`."
    }
  }
}

/// The members of a generated class.
struct SwiftClass {
  private let model: ModelClass
  private let base: String
  private let access: String

  init(_ model: ModelClass, base: String, access: String) {
    self.model = model
    self.base = base
    self.access = access
  }

  /// The superclass and the protocols of the class, as they follow its name.
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

  /// The modifiers of a member that the base class declares and the classes of object types
  /// override.
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

  /// Returns the lines of a function that returns `names`; no lines if a subclass adds no names.
  private func names(_ function: String, _ names: [String]) -> [String] {
    if isType && names.isEmpty { return [] }
    let head = "\(overriding)func \(function)() -> [String] {"
    let more = isType ? "super.\(function)() + " : ""
    let list = SourceText.list("return \(more)[", names.map(SourceText.quoted), "]")
    if list.count == 1, head.count + list[0].count < 92 { return ["\(head) \(list[0]) }"] }
    return [head] + list.map { "    " + $0 } + ["}"]
  }
}

/// The declaration of a property, and its entry in `graphFields`.
struct SwiftProperty {
  private let property: ModelProperty
  private let owner: String

  init(_ property: ModelProperty, in owner: String) {
    self.property = property
    self.owner = owner
  }

  /// The declaration of the property and, for an id, the declaration of the property for the
  /// object.
  var declarations: [String] {
    let name = SwiftNames.escaped(property.name)
    let declaration = "var \(name): \(type)"
    guard case .reference(let object?) = property.kind, let companion = property.companion else {
      return [declaration]
    }
    return [declaration, "var \(companion): \(object)?"]
  }

  /// The entry in `graphFields`: `.date("createdAt", json: "created_at", \GraphObject.createdAt)`.
  var field: String {
    let json = property.name == property.field ? "" : " json: \"\(property.field)\","
    let companion = property.companion.map { ", object: \\\(owner).\($0)" } ?? ""
    let path = "\\\(owner).\(SwiftNames.escaped(property.name))"
    return ".\(factory)(\"\(property.name)\",\(json) \(path)\(companion))"
  }

  /// The type and the initial value of the property, as they follow its name.
  private var type: String {
    switch property.kind {
    case .scalar(let kind):
      switch kind {
      case .string, .date: "\(Self.scalar(kind))?"
      case .integer, .number: "\(Self.scalar(kind)) = 0"
      case .boolean: "Bool = \(property.isTrueByDefault)"
      }
    case .scalars(let kind): "[\(Self.scalar(kind))] = []"
    case .reference: "String?"
    case .structure(let name): "\(name)?"
    case .structures(let name): "[\(name)] = []"
    case .dictionary: "NSDictionary?"
    }
  }

  private var factory: String {
    switch property.kind {
    case .scalar(let kind): Self.factory(kind)
    case .scalars(let kind): Self.factory(kind) + "s"
    case .reference: "reference"
    case .structure: "structure"
    case .structures: "structures"
    case .dictionary: "dictionary"
    }
  }

  private static func factory(_ kind: ScalarKind) -> String {
    switch kind {
    case .string: "string"
    case .date: "date"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    }
  }

  /// Returns the name of a Swift type.
  ///
  /// It is `Foundation.Date` for dates, because a generated struct can have the name `Date`.
  private static func scalar(_ kind: ScalarKind) -> String {
    switch kind {
    case .string: "String"
    case .date: "Foundation.Date"
    case .integer: "Int"
    case .number: "Double"
    case .boolean: "Bool"
    }
  }
}
