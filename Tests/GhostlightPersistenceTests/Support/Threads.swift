import Dispatch
import Foundation

/// Threads of their own, so that waiting ones keep nobody else from running.
enum Threads {
  /// Runs `body` on so many threads at once and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread {
        body(index)
        group.leave()
      }.start()
    }
    group.wait()
  }
}
