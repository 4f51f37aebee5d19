package import HTTPTypes

extension HTTPFields {
  /// The value of a field, the same that the subscript answers.
  ///
  /// Some ten fields are looked up in each exchange; this costs a fraction of the subscript, which
  /// makes a sequence and joins it, for a field that stands once or not at all.
  package func value(of name: HTTPField.Name) -> String? {
    let wanted = name.canonicalName
    let length = wanted.utf8.count
    var found: Int?
    for position in indices {
      let candidate = self[position].name.canonicalName
      guard candidate.utf8.count == length, candidate == wanted else { continue }
      guard found == nil else { return self[name] }
      found = position
    }
    return found.map { self[$0].value }
  }
}
