/// A group of calls to deprecated functions.
///
/// A test makes the calls through this protocol, which avoids the compiler's deprecation warnings.
protocol OldForms {
  /// Calls each deprecated function and reports its result.
  func call(_ report: @escaping @Sendable (String) -> Void)
}
