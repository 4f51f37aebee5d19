/// A closure of the app on its way to the thread or queue that calls it.
///
/// The vendors' closures are plain ones, which an app lets assign to its own variables; only closures
/// that share nothing could be declared `@Sendable`. The SDKs keep the vendors' terms: they call a
/// completion handler once, after the call that took it, and touch it nowhere else. That is more
/// than the compiler can check, so this is the one place that vouches for it.
package struct Callback<Value>: Sendable {
  private let body: @Sendable (Value) -> Void

  package init(_ body: @escaping (Value) -> Void) {
    self.body = unsafeBitCast(body, to: (@Sendable (Value) -> Void).self)
  }

  package func callAsFunction(_ value: Value) { body(value) }
}
