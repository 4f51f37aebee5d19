import TestSupport

/// Deprecated forms, played without a warning by way of a protocol.
protocol DeprecatedForms {
  /// Calls each form; what it tells goes into the mailbox, in the order of the calls.
  func run(_ mailbox: Mailbox<String>)
}
