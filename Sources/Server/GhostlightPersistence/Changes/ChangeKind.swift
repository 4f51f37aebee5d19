/// What the column `kind` says.
enum ChangeKind: String, Sendable, CaseIterable {
  case exchange
  case state
  case clock
  case reset
  case fork
  case drop
  case restore
}
