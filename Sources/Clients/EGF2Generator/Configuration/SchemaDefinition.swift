/// A custom schema of the configuration.
struct SchemaDefinition {
  let name: String
  let path: String
  let fields: [FieldDefinition]
}
