/// Converts names in the configuration to names of classes and properties.
///
/// - Source: protocol reference B13, B16.
enum Naming {
  /// Converts a field's name to a property's name, such as `date_of_birth` to `dateOfBirth`.
  ///
  /// A name that ends with an underscore is unchanged.
  static func property(_ name: String) -> String {
    guard name.utf8.last != UInt8(ascii: "_") else { return name }
    var text = ""
    var isStart = false
    for letter in name {
      if letter == "_" {
        if isStart { text += "_" }
        isStart = true
      } else {
        text += isStart ? letter.uppercased() : String(letter)
        isStart = false
      }
    }
    return text
  }

  /// Converts a type's name to a class's name, such as `customer_role` to `CustomerRole`.
  static func type(_ name: String) -> String {
    let name = property(name)
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}

/// Words that cannot be names of models or of their properties.
///
/// - Source: protocol reference A16, B16; the documentation of `NSObject` and of C for their names.
enum ReservedNames {
  /// Returns whether the vendor forbids this name for types, schemas and fields.
  static func isForbidden(_ name: String) -> Bool {
    name.hasPrefix("new") || words.contains(name)
  }

  /// The names of existing classes, which a generated class would hide.
  static let classes: Set<String> = [
    "String", "Int", "Bool", "Double", "URL", "NSObject", "NSDictionary", "Any", "Self", "Type",
    "Protocol", "Graph", "GraphObject", "Foundation", "Swift", "EGF2", "EGF2Field", "EGF2Graph",
    "EGF2GraphModel", "EGF2Model",
  ]

  /// The names of members that every model already has.
  static let members: Set<String> = [
    "description", "debugDescription", "hash", "hashValue", "copy", "mutableCopy", "self", "Self",
    "Type", "Protocol", "init", "superclass", "isProxy", "zone", "retain", "release",
    "autorelease", "retainCount", "dealloc", "load", "initialize", "copyGraphObject",
    "changesFrom", "editableFields", "requiredFields", "graphFields", "graphObjectType",
    "listPropertiesInfo",
  ]

  /// Keywords of C and Objective-C that property names must not be, in addition to the forbidden
  /// words.
  static let objectiveC: Set<String> = [
    "auto", "bool", "extern", "inline", "register", "restrict", "signed", "sizeof", "struct",
    "typedef", "typeof", "union", "unsigned", "asm", "nil", "Nil", "YES", "NO", "NULL", "BOOL",
    "SEL", "IMP", "Class", "true", "false",
  ]

  private static let words: Set<String> = [
    "description", "repeat", "abstract", "assert", "boolean", "break", "byte", "case", "catch",
    "char", "class", "const", "continue", "default", "do", "double", "else", "enum", "extends",
    "final", "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int",
    "interface", "long", "native", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "try", "void", "volatile", "while",
  ]
}
