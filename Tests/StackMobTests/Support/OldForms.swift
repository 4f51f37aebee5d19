/// Deprecated forms, called without a warning by way of a protocol.
protocol OldForms {
  /// Calls each form and reports what it answers.
  func call(_ report: @escaping @Sendable (String) -> Void)
}
