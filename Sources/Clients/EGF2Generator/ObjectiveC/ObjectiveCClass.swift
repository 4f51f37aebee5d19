import GhostlightGeneration

/// What an implementation of a class holds.
struct ObjectiveCClass {
  private let model: ModelClass

  init(_ model: ModelClass) { self.model = model }

  /// Each method by its lines.
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
    // A type's arrays come on top of those of the base class, which may have some.
    guard !isType || !lists.isEmpty else { return [] }
    let head = "- (NSDictionary <NSString *, Class> *)listPropertiesInfo {"
    let own = SourceText.list(
      isType ? "[info addEntriesFromDictionary:@{" : "return @{", lists, isType ? "}];" : "};")
    let before =
      isType ? ["    NSMutableDictionary *info = [[super listPropertiesInfo] mutableCopy];"] : []
    return [head] + before + own.map { "    " + $0 } + (isType ? ["    return info;"] : []) + ["}"]
  }

  /// A method that gives property names; nothing where a subclass has none to add.
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
