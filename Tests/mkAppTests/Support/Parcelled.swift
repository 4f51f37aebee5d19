import Synchronization
import mkApp

/// A reference to an object, for a mock service that is created before the object.
final class Parcelled: Sendable {
  private let known = Mutex<MKCollection?>(nil)

  var collection: MKCollection? {
    get { known.withLock { $0 } }
    set { known.withLock { $0 = newValue } }
  }
}
