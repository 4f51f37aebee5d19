import TestSupport

/// Calls deprecated forms without a compiler warning, through a protocol.
protocol DeprecatedForms {
  /// Calls each form, and puts the results into the mailbox in the order of the calls.
  func run(_ mailbox: Mailbox<String>)
}
