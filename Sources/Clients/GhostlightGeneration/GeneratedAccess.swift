/// Who sees what is generated: only the module that it is put into, or its importers, too.
package enum GeneratedAccess: String, Sendable, CaseIterable {
  case `internal`, `public`

  /// What stands before a declaration.
  package var modifier: String { self == .public ? "public " : "" }
}
