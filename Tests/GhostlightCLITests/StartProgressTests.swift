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

    func progress(isTerminal: Bool) -> StartProgress {
      StartProgress(
        isTerminal: isTerminal,
        now: { [self] in start + .milliseconds(milliseconds.withLock { $0 }) },
        write: { [self] text in texts.withLock { $0.append(text) } })
    }

    /// Stores `count` documents, and advances the clock by one millisecond for each.
    func run(_ progress: StartProgress, _ count: Int) {
      progress.begin { "storing \($0) of \(count) documents" }
      for _ in 0..<count {
        progress.advance()
        pass(1, progress)
      }
    }

    func pass(_ time: Int, _ progress: StartProgress) {
      milliseconds.withLock { $0 += time }
      progress.tick()
    }
  }

  @Test(arguments: [true, false])
  func `the progress is silent for one second`(_ isTerminal: Bool) {
    let time = ManualTime()
    let progress = time.progress(isTerminal: isTerminal)
    time.run(progress, 999)
    progress.end()
    #expect(time.written == [])
  }

  @Test func `the progress is one line every two seconds in a file`() {
    let time = ManualTime()
    let progress = time.progress(isTerminal: false)
    time.run(progress, 5000)
    progress.end()
    #expect(
      time.written == [
        "ghostlight: storing 1000 of 5000 documents\n",
        "ghostlight: storing 3000 of 5000 documents\n",
        "ghostlight: storing 5000 of 5000 documents\n",
      ])
  }

  @Test func `the progress is one line that is overwritten on a terminal`() {
    let time = ManualTime()
    let progress = time.progress(isTerminal: true)
    time.run(progress, 1200)
    progress.begin { _ in "reading a.har" }
    time.pass(200, progress)
    progress.end()
    time.pass(200, progress)
    #expect(
      time.written == [
        "\rghostlight: storing 1000 of 1200 documents",
        "\rghostlight: storing 1200 of 1200 documents",
        "\rghostlight: reading a.har" + String(repeating: " ", count: 17), "\n",
      ])
  }

  @Test func `the second counts from the first step`() {
    let time = ManualTime()
    let progress = time.progress(isTerminal: false)
    progress.begin(reading: "none.json")
    time.pass(600, progress)
    progress.end()
    progress.begin(reading: "none.har", 2, of: 3)
    time.pass(600, progress)
    progress.end()
    #expect(time.written == ["ghostlight: reading none.har, file 2 of 3\n"])
  }
}
