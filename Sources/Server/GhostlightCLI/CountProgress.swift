import Foundation
import Synchronization

/// Says how far something long is: on a terminal in place, elsewhere not at all.
final class CountProgress: Sendable {
  private let word: String
  private let total: Int
  private let isShown = Mutex(false)

  /// Names what is done, such as "comparing", and how many times.
  init(_ word: String, of total: Int) {
    self.word = word
    self.total = total
  }

  func show(_ done: Int) {
    guard total > 20, isatty(STDERR_FILENO) == 1 else { return }
    isShown.withLock { $0 = true }
    write("\rghostlight: \(word) \(done) of \(total)")
  }

  func end() {
    if isShown.withLock({ $0 }) { write("\n") }
  }

  private func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
