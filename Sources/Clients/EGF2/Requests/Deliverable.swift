/// What can cross threads, and becomes what an app gets once it has arrived.
protocol Deliverable: Sendable {
  associatedtype Built
  /// What the app gets, made anew each time.
  func built() -> Built
}
