import Foundation

/// Where tests start other processes: one at a time.
package enum Spawning {
  private static let lock = NSLock()

  /// Makes what a process is given, pipes above all, and starts it.
  ///
  /// A process that starts meanwhile would inherit them, and hold a pipe open.
  package static func alone<Value>(_ body: () throws -> Value) rethrows -> Value {
    try lock.withLock(body)
  }
}
