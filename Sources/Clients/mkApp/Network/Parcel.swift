import Synchronization

/// Something that one thread leaves and another takes, once.
final class Parcel<Content>: Sendable {
  private let content: Mutex<Content?>

  init(_ content: consuming sending Content) { self.content = Mutex(content) }

  /// Takes the content; `nil` where it is gone.
  func take() -> sending Content? {
    content.withLock { slot in
      let taken = slot
      slot = nil
      return taken
    }
  }
}
