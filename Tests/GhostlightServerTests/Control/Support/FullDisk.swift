import Ghostlight
import Synchronization

/// A change log that fails each write, as on a full disk.
final class FullDisk: ChangeLog {
  private static let error = ChangeLogError("the disk is full; make room")
  private let hasFailed = Atomic(false)

  let last: Int64 = 0

  var failure: ChangeLogError? { hasFailed.load(ordering: .relaxed) ? Self.error : nil }

  func append(_ change: Change) -> Int64 {
    hasFailed.store(true, ordering: .relaxed)
    return 1
  }

  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void
  ) {
    completion(Self.error)
  }
}
