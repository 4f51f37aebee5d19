/// A closure of the app on its way to the queue that calls it.
///
/// The vendor's closures are plain ones, which an app lets assign to its own variables; only closures
/// that share nothing could be declared `@Sendable`. The module calls a closure once, after the call
/// that took it, and touches it nowhere else. That is more than the compiler can check, so this is
/// the one place that vouches for it.
struct Callback<Value>: Sendable {
  private let body: @Sendable (Value) -> Void

  init(_ body: @escaping (Value) -> Void) {
    self.body = unsafeBitCast(body, to: (@Sendable (Value) -> Void).self)
  }

  func callAsFunction(_ value: Value) { body(value) }
}
