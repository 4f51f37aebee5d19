import Synchronization
import mkApp

/// An object that a service gets after it has been created.
final class Parcelled: Sendable {
  private let known = Mutex<MKCollection?>(nil)

  var collection: MKCollection? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }
}
