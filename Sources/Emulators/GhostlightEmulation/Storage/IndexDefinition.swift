/// What a secondary index of a ``DocumentCollection`` is made of.
package struct IndexDefinition: Sendable, Hashable {
  /// The field whose value documents are filed under.
  package var path: FieldPath

  /// Defines an index of the field at `path`.
  package init(_ path: FieldPath) { self.path = path }
}
