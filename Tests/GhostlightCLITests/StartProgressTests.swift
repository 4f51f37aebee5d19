import Synchronization
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Progress of a long start` {
  /// A clock that the test moves, and a store for the written progress lines.
  private final class ManualTime: Sendable {
    private let start = ContinuousClock.now
    private let milliseconds = Mutex(0)
    private let texts = Mutex<[String]>([])

    var written: [String] { texts.withLock { $0 } }

    func progress(of total: Int, isTerminal: Bool) -> StartProgress {
      StartProgress(
        total: total, isTerminal: isTerminal,
        now: { [self] in start + .milliseconds(milliseconds.withLock { $0 }) },
        write: { [self] text in texts.withLock { $0.append(text) } })
    }

    /// Counts `count` documents, and advances the clock by one millisecond for each.
    func run(_ progress: StartProgress, _ count: Int) {
      for _ in 0..<count {
        milliseconds.withLock { $0 += 1 }
        progress.advance()
      }
      progress.end()
    }
  }

  @Test(arguments: [true, false])
  func `the progress is silent for one second`(_ isTerminal: Bool) {
    let time = ManualTime()
    time.run(time.progress(of: 999, isTerminal: isTerminal), 999)
    #expect(time.written == [])
  }

  @Test func `the progress is one line every two seconds in a file`() {
    let time = ManualTime()
    time.run(time.progress(of: 5000, isTerminal: false), 5000)
    #expect(
      time.written == [
        "ghostlight: 1024 of 5000 documents are in place\n",
        "ghostlight: 3072 of 5000 documents are in place\n",
      ])
  }

  @Test func `the progress is one line that is overwritten on a terminal`() {
    let time = ManualTime()
    time.run(time.progress(of: 1600, isTerminal: true), 1600)
    #expect(
      time.written == [
        "\rghostlight: 1024 of 1600 documents are in place",
        "\rghostlight: 1280 of 1600 documents are in place",
        "\rghostlight: 1536 of 1600 documents are in place", "\n",
      ])
  }
}
