/// What a call does to the objects of a schema, as permissions are given for it (A23).
enum DataVerb: String, Sendable, Hashable, CaseIterable {
  /// POST.
  case create
  /// GET.
  case read
  /// PUT.
  case update
  /// DELETE.
  case delete
}
