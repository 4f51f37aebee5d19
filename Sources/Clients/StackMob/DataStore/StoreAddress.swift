/// Where an object, or a field of an object, is found.
struct StoreAddress: Sendable {
  /// The schema as the caller wrote it.
  var schema: String
  /// The id as the caller wrote it.
  var id: String
  /// The path, escaped.
  var path: String

  /// - Throws: -100 for an id or a schema that is missing or empty.
  init(id: String?, schema: String?) throws {
    guard let id, !id.isEmpty, let schema, !schema.isEmpty else {
      throw SMFailure.invalidArguments("Name the schema and the id of the object.")
    }
    self.schema = schema
    self.id = id
    path = WireText.schemaPath(schema) + "/" + WireText.segment(id)
  }

  /// The address of a field.
  ///
  /// - Throws: -100 for an id, schema or field that is missing or empty.
  init(id: String?, schema: String?, field: String?) throws {
    try self.init(id: id, schema: schema)
    guard let field, !field.isEmpty else {
      throw SMFailure.invalidArguments("Name the field of the object.")
    }
    path += "/" + WireText.segment(field)
  }
}
