import GhostlightContracts
import Synchronization

/// Counts interactions as they are played, on a terminal.
final class VerifyProgress: Sendable {
  private struct State {
    var done = 0
    var progress: CountProgress?
  }

  private let state = Mutex(State())

  func note(_ result: ContractResult, of total: Int) {
    let (done, progress) = state.withLock { state in
      state.done += 1
      let progress = state.progress ?? CountProgress("verifying", of: total)
      state.progress = progress
      return (state.done, progress)
    }
    progress.show(done)
  }

  func end() { state.withLock { $0.progress }?.end() }
}
