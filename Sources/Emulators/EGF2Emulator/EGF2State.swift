import GhostlightCore
import GhostlightEmulation

/// The graph with everything around it.
package struct EGF2State: Sendable {
  private(set) var configuration: EGF2Configuration
  /// Whether the configuration is one of this state alone.
  private(set) var isConfigured = false
  /// The records of each type, at the type's ``ObjectType/slot``; soft-deleted ones included.
  var records: [DocumentCollection]
  /// The links of all edges.
  var edges = EdgeStore()
  /// Who holds a unique value: ids by `type-field-value`.
  var unique = KeyedStore<String>()
  /// The bytes of files (A12).
  var files = FileStore()
  /// What has happened (A15).
  var events = EventLog()
  /// The mails that would have been sent.
  var outbox = Outbox()
  /// Why mails cannot be sent, if they cannot.
  var mailProblem: String?

  package init(_ configuration: EGF2Configuration) {
    self.configuration = configuration
    records = Self.noRecords(configuration.schema)
  }

  /// Gives a graph without objects a configuration of its own.
  ///
  /// - Throws: `ConfigurationProblem` with the place, or that there are objects.
  mutating func configure(_ file: JSON) throws(ConfigurationProblem) {
    guard records.allSatisfy(\.isEmpty) else {
      throw ConfigurationProblem(path: "$", "there are objects; configure the graph before")
    }
    configuration = try EGF2Configuration(file)
    records = Self.noRecords(configuration.schema)
    isConfigured = true
  }

  private static func noRecords(_ schema: GraphSchema) -> [DocumentCollection] {
    schema.types.map { type in
      type.name == GraphSchema.userName
        ? DocumentCollection(indexes: [IndexDefinition(FieldPath("email"))]) : DocumentCollection()
    }
  }

  /// The types that objects may have.
  var schema: GraphSchema { configuration.schema }
}
