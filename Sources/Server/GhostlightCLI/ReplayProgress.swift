import Foundation

/// Says how far a long replay is: on a terminal in place, elsewhere not at all.
final class ReplayProgress {
  private var isShown = false

  func show(_ done: Int, of total: Int) {
    guard total > 20_000, isatty(STDERR_FILENO) == 1 else { return }
    isShown = true
    let share = total == 0 ? 100 : done * 100 / total
    let line = "\rghostlight: replaying \(done) of \(total) changes (\(share) %)"
    try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
  }

  func end() {
    guard isShown else { return }
    try? FileHandle.standardError.write(contentsOf: Data("\n".utf8))
  }
}
