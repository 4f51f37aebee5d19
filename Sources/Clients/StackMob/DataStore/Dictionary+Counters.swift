/// Counter updates in an object that will be sent.
///
/// - Source: protocol reference B6 and A11.1.
extension Dictionary where Key == String, Value == Any {
  /// Returns a copy with an update that adds a number to a field, atomically on the server.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [String: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Inserts an update that adds a number to a field, atomically on the server.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}

extension Dictionary where Key == AnyHashable, Value == Any {
  /// Returns a copy with an update that adds a number to a field, atomically on the server.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [AnyHashable: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Inserts an update that adds a number to a field, atomically on the server.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}
