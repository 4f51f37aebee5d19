import Ghostlight

/// A change with its place in the log.
struct NumberedChange: Sendable {
  let number: Int64
  let change: Change
}
