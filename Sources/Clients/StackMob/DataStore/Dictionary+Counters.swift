/// Atomic counter updates in the dictionary of an object that will be sent.
///
/// - Source: protocol reference B6 and A11.1.
extension Dictionary where Key == String, Value == Any {
  /// Returns a copy that tells the server to add a number to a field atomically.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [String: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Adds an instruction for the server to add a number to a field atomically.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}

extension Dictionary where Key == AnyHashable, Value == Any {
  /// Returns a copy that tells the server to add a number to a field atomically.
  public func appendingCounterUpdate(forField field: String, by value: Int) -> [AnyHashable: Any] {
    var copy = self
    copy.updateCounter(forField: field, by: value)
    return copy
  }

  /// Adds an instruction for the server to add a number to a field atomically.
  public mutating func updateCounter(forField field: String, by value: Int) {
    self["\(field)[inc]"] = value
  }
}
