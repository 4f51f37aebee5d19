/// Updates of counters in an object that is to be sent.
///
/// - Source: protocol reference B6 and A11.1.
extension Dictionary where Key == String, Value == Any {
  /// The dictionary with an update that adds a number to a field, as one step on the server.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [String: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Adds an update that adds a number to a field, as one step on the server.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}

extension Dictionary where Key == AnyHashable, Value == Any {
  /// The dictionary with an update that adds a number to a field, as one step on the server.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [AnyHashable: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Adds an update that adds a number to a field, as one step on the server.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}
