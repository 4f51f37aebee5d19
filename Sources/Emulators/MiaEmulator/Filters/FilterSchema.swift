import GhostlightCore

/// What the filter language needs to know of a collection; names are told apart by their bytes.
struct FilterSchema: Sendable {
  private var kinds: [ExactText: FieldKind] = [:]
  /// The fields that `$text` looks into; empty without a text index.
  var textFields: [String] = []
  private var indexed: Set<ExactText> = []

  /// Knows of fields by name, and of those that some index starts with.
  init(
    _ fields: KeyValuePairs<String, FieldKind> = [:], textFields: [String] = [],
    indexed: [String] = []
  ) {
    self.textFields = textFields
    for (name, kind) in fields { add(name, kind) }
    for name in indexed { addIndex(of: name) }
  }

  /// The kind of a field, or `nil` where there is none.
  func kind(of name: String) -> FieldKind? { kinds[ExactText(name)] }

  /// Whether some index starts with a field.
  func isIndexed(_ name: String) -> Bool { indexed.contains(ExactText(name)) }

  mutating func add(_ name: String, _ kind: FieldKind) { kinds[ExactText(name)] = kind }

  mutating func addIndex(of name: String) { indexed.insert(ExactText(name)) }
}
