/// A closure of the app on its way to the thread that calls it.
///
/// The vendor's handlers are plain closures, which an app lets assign to its own variables; only
/// closures that share nothing could be declared `@Sendable`. The SDK keeps the vendor's terms: it
/// calls a completion handler once, after the call that took it, and touches it nowhere else. That
/// is more than the compiler can check, so this is the one place that vouches for it.
package struct MSHandler<Value>: Sendable {
  private let body: @Sendable (Value) -> Void

  package init(_ body: @escaping (Value) -> Void) {
    self.body = unsafeBitCast(body, to: (@Sendable (Value) -> Void).self)
  }

  package func callAsFunction(_ value: Value) { body(value) }
}
