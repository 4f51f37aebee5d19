import GhostlightGeneration

/// The source text of `EGF2.m`, which implements the interfaces in `EGF2.h`.
///
/// - Source: protocol reference B16.
struct ObjectiveCImplementation {
  private let plan: ModelPlan

  init(_ plan: ModelPlan) { self.plan = plan }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("#import \"EGF2.h\"")
    source.line()
    graph(&source)
    for model in plan.classes {
      source.line()
      source.line("@implementation \(model.name)")
      source.line()
      for method in ObjectiveCClass(model).methods {
        for line in method { source.line(line) }
        source.line()
      }
      source.line("@end")
    }
    return source.text
  }

  private func graph(_ source: inout SourceText) {
    let codes = plan.classesByCode.map {
      "@\(SourceText.quoted($0.code)): [\($0.name) class]"
    }
    let models = SourceText.list("graph.idsWithModelTypes = @{", codes, "};")
    source.line("@implementation Graph")
    source.line()
    source.line("+ (EGF2Graph *)shared {")
    source.line("    static EGF2Graph *graph = nil;")
    source.line("    static dispatch_once_t token;")
    source.block(
      "    dispatch_once(&token, ^{",
      [
        "    graph = [[EGF2Graph alloc] initWithName:@\(SourceText.quoted(plan.settings.name))];",
        "    graph.serverURL = [NSURL URLWithString:@\(SourceText.quoted(plan.settings.server))];",
        "    graph.maxPageSize = \(plan.pages.maximalCount);",
        "    graph.defaultPageSize = \(plan.pages.defaultCount);",
        "    graph.isObjectPaginationMode = \(plan.pages.isObjectMode ? "YES" : "NO");",
      ] + models.map { "    " + $0 }, "    });")
    source.line("    return graph;")
    source.line("}")
    source.line()
    source.line("@end")
  }
}

/// The methods in the implementation of a class.
struct ObjectiveCClass {
  private let model: ModelClass

  init(_ model: ModelClass) { self.model = model }

  /// The methods of the class; each is an array of lines.
  var methods: [[String]] {
    [initialiser, editable, required, lists].filter { !$0.isEmpty }
  }

  private var isType: Bool { model.role.isType }

  private var initialiser: [String] {
    let lines = model.properties.compactMap { ObjectiveCProperty($0).initialisation }
    guard !lines.isEmpty else { return [] }
    return [
      "- (instancetype)init {", "    self = [super init];", "    if (self) {",
    ] + lines.map { "        " + $0 } + ["    }", "    return self;", "}"]
  }

  private var editable: [String] {
    model.role == .schema ? [] : names("editableFields", model.editable)
  }

  private var required: [String] { names("requiredFields", model.required) }

  private var lists: [String] {
    let lists = model.properties.compactMap { property in
      ObjectiveCProperty(property).elements.map { "@\"\(property.name)\": [\($0) class]" }
    }
    // The class of an object type inherits this method, so it overrides the method only if it adds
    // arrays.
    guard !isType || !lists.isEmpty else { return [] }
    let head = "- (NSDictionary <NSString *, Class> *)listPropertiesInfo {"
    let own = SourceText.list(
      isType ? "[info addEntriesFromDictionary:@{" : "return @{", lists, isType ? "}];" : "};")
    let before =
      isType ? ["    NSMutableDictionary *info = [[super listPropertiesInfo] mutableCopy];"] : []
    return [head] + before + own.map { "    " + $0 } + (isType ? ["    return info;"] : []) + ["}"]
  }

  /// Returns the lines of a method that returns `names`; no lines if a subclass adds no names.
  private func names(_ method: String, _ names: [String]) -> [String] {
    if isType && names.isEmpty { return [] }
    let items = names.map { "@\"\($0)\"" }
    let list =
      isType
      ? SourceText.list(
        "return [[super \(method)] arrayByAddingObjectsFromArray:@[", items, "]];")
      : SourceText.list("return @[", items, "];")
    return ["- (NSArray <NSString *> *)\(method) {"] + list.map { "    " + $0 } + ["}"]
  }
}

/// The source text of `EGF2.h`, which declares the graph and the interfaces of all models.
///
/// - Source: protocol reference B16.
struct ObjectiveCHeader {
  private let plan: ModelPlan

  init(_ plan: ModelPlan) { self.plan = plan }

  var text: String {
    var source = SourceText()
    source.notice("egf2gen", from: "settings.json and config.json")
    source.line("@import Foundation;")
    source.line("@import EGF2;")
    source.line()
    for model in plan.classes { source.line("@class \(model.name);") }
    source.line()
    source.line("@interface Graph : NSObject")
    source.line()
    source.line("+ (EGF2Graph *)shared;")
    source.line()
    source.line("@end")
    for model in plan.classes {
      source.line()
      interface(model, &source)
    }
    return source.text
  }

  private func interface(_ model: ModelClass, _ source: inout SourceText) {
    let isType = model.role.isType
    source.line("@interface \(model.name) : \(isType ? plan.base : "NSObject")")
    source.line()
    for property in model.properties {
      for declaration in ObjectiveCProperty(property).declarations { source.line(declaration) }
    }
    if !model.properties.isEmpty { source.line() }
    if !isType {
      source.line("- (NSArray <NSString *> *)requiredFields;")
      if model.role == .base { source.line("- (NSArray <NSString *> *)editableFields;") }
      source.line("- (NSDictionary <NSString *, Class> *)listPropertiesInfo;")
      source.line()
    }
    source.line("@end")
  }
}

/// A check for property names that are valid in Swift, but not in Objective-C.
enum ObjectiveCNames {
  /// - Throws: A ``GeneratorError`` for the first name that is invalid in Objective-C.
  static func check(_ plan: ModelPlan) throws(GeneratorError) {
    for model in plan.classes {
      for property in model.properties {
        guard let reason = reason(against: property.name) else { continue }
        throw .configuration(
          "the property \(property.name) of \(model.name) \(reason), which Objective-C does not "
            + "allow; rename the field \(property.field) or exclude the model")
      }
    }
  }

  private static func reason(against name: String) -> String? {
    if ReservedNames.objectiveC.contains(name) { return "is a keyword of C" }
    // If a getter's name begins with one of these words, ARC treats its result as owned by the
    // caller.
    for family in ["alloc", "copy", "mutableCopy", "init"] where name.hasPrefix(family) {
      let next = name.dropFirst(family.count).first
      if next?.isLowercase != true { return "begins with \(family)" }
    }
    return nil
  }
}

/// The source lines of a property, for the interface and for the implementation of its class.
struct ObjectiveCProperty {
  private let property: ModelProperty

  init(_ property: ModelProperty) { self.property = property }

  /// The declaration of the property and, for an id, the declaration of the property for the
  /// object.
  var declarations: [String] {
    let declaration = "@property (\(ownership), nonatomic) \(type)\(property.name);"
    guard case .reference(let object?) = property.kind, let companion = property.companion else {
      return [declaration]
    }
    return [declaration, "@property (strong, nonatomic) \(object) *\(companion);"]
  }

  /// The statement that sets the initial value; `nil` if the value is zero or `nil`.
  var initialisation: String? {
    switch property.kind {
    case .scalars, .structures: "_\(property.name) = @[];"
    case .scalar(.boolean): property.isTrueByDefault ? "_\(property.name) = YES;" : nil
    default: nil
    }
  }

  /// The class of an array's elements; `nil` if the property is not an array.
  var elements: String? {
    switch property.kind {
    case .scalars(.string): "NSString"
    case .scalars(.date): "NSDate"
    case .scalars: "NSNumber"
    case .structures(let name): name
    default: nil
    }
  }

  private var ownership: String {
    switch property.kind {
    case .scalar(.integer), .scalar(.number), .scalar(.boolean): "assign"
    default: "strong"
    }
  }

  private var type: String {
    if let elements { return "NSArray <\(elements) *> *" }
    switch property.kind {
    case .scalar(.date): return "NSDate *"
    case .scalar(.integer): return "NSInteger "
    case .scalar(.number): return "double "
    case .scalar(.boolean): return "BOOL "
    case .structure(let name): return "\(name) *"
    case .dictionary: return "NSDictionary *"
    default: return "NSString *"
    }
  }
}
