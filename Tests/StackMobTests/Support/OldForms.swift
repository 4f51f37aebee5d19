/// Deprecated forms.
///
/// A test calls them through this protocol, which avoids the compiler's warning.
protocol OldForms {
  /// Calls each form and reports its result.
  func call(_ report: @escaping @Sendable (String) -> Void)
}
