/// Deprecated forms, called without a warning by way of a protocol.
protocol OldForms {
  /// Calls each form and tells what it answers.
  func call(_ tell: @escaping @Sendable (String) -> Void)
}
