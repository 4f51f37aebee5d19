/// A request that waits for a refresh, and the timer that ends its patience.
struct RefreshWaiter: Sendable {
  var continuation: CheckedContinuation<RefreshFlight.Outcome?, Never>
  var timer: Task<Void, Never>
}
