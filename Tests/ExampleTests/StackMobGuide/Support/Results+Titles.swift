/// Reads the results of a query.
extension [Any] {
  /// The field `title` of each object that has one.
  var titles: [String] {
    compactMap { ($0 as? [String: Any])?["title"] as? String }
  }
}
