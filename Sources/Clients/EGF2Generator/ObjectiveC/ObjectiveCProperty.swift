/// A property as an interface declares it.
struct ObjectiveCProperty {
  private let property: ModelProperty

  init(_ property: ModelProperty) { self.property = property }

  /// The property, and the object beside an id.
  var declarations: [String] {
    let declaration = "@property (\(ownership), nonatomic) \(type)\(property.name);"
    guard case .reference(let object?) = property.kind, let companion = property.companion else {
      return [declaration]
    }
    return [declaration, "@property (strong, nonatomic) \(object) *\(companion);"]
  }

  /// What a new model sets, where zero is not meant.
  var initialisation: String? {
    switch property.kind {
    case .scalars, .structures: "_\(property.name) = @[];"
    case .scalar(.boolean): property.isTrueByDefault ? "_\(property.name) = YES;" : nil
    default: nil
    }
  }

  /// The class of an array's elements.
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
