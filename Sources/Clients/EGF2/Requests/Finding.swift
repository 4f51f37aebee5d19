/// Whether something was found.
struct Finding: Deliverable {
  let isPositive: Bool

  func built() -> Bool { isPositive }
}
