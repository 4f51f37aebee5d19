import Dispatch
import Foundation

/// SIGINT and SIGTERM as an event; a second one ends the process at once.
struct TerminationSignals {
  private let stream: AsyncStream<Void>
  private let sources: [any DispatchSourceSignal]

  /// Catches the signals from here on.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        continuation.yield()
        signal(number, SIG_DFL)
      }
      source.resume()
      return source
    }
  }

  /// Waits for the first signal.
  func first() async {
    for await _ in stream { break }
    withExtendedLifetime(sources) {}
  }
}
