import GhostlightCore

extension DriftReport {
  /// The report without what differs only because one side is redacted.
  ///
  /// A placeholder stands for any value of its type, in a body or in a header field.
  public var withoutPlaceholders: DriftReport {
    var report = self
    report.drifted = drifted.compactMap { exchange in
      var exchange = exchange
      exchange.differences.removeAll { $0.isOfPlaceholder }
      return exchange.differences.isEmpty ? nil : exchange
    }
    return report
  }
}

extension Difference {
  fileprivate var isOfPlaceholder: Bool {
    guard kind == .value || kind == .header, let expected, let actual else { return false }
    return Self.isRedacted(expected) || Self.isRedacted(actual)
  }

  private static func isRedacted(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): !Placeholder.all(in: Array(text.utf8)).isEmpty
    case .integer(let number): number != 0 && Placeholder.isRedacted(String(number))
    default: false
    }
  }
}
