/// A value without members.
enum ScalarKind: Hashable {
  case string, date, integer, number, boolean
}
