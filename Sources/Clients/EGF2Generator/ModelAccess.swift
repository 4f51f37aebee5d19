/// Who sees the models: only the module that they are put into, or its importers, too.
enum ModelAccess: String, CaseIterable {
  case `internal`, `public`

  /// What stands before a declaration.
  var modifier: String { self == .public ? "public " : "" }
}
