import Dispatch
import Foundation

/// Runs code on new threads, which may block without delaying other work.
enum Threads {
  /// Runs `body` on `count` threads at the same time and waits for all of them.
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
