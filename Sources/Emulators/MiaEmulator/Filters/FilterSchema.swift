/// What the filter language needs to know of a collection.
struct FilterSchema: Sendable {
  /// The kinds of the fields.
  var kinds: [String: FieldKind]
  /// The fields that `$text` looks into; empty without a text index.
  var textFields: [String] = []
  /// The fields that some index starts with.
  var indexed: Set<String> = []
}
