/// The result of a call that has none.
struct Done: Deliverable {
  func built() {}
}
