import Synchronization

/// The first of the failures reported since it was last set to nothing.
final class FirstFailure: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  var error: (any Error)? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  func note(_ error: any Error) {
    state.withLock { $0 = $0 ?? error }
  }
}
