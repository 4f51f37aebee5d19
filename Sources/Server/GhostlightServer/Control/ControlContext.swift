import Ghostlight

/// What the calls of the control API work on.
struct ControlContext: Sendable {
  let stage: Stage
  let addresses: AddressBook
}
