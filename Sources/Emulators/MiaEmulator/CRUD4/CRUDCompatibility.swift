/// A line of the CRUD service, where lines differ (A14).
public enum CRUDCompatibility: Int, Sendable, Hashable {
  /// 6.x: a forbidden transition is 404, a unique index 422; no default order.
  case six = 6
  /// 7.x: a forbidden transition is 400, a unique index 409; collections have a default order.
  case seven = 7
}
