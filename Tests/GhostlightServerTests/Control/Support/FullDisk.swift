import Ghostlight

/// A change log that fails each write, as on a full disk.
struct FullDisk: ChangeLog {
  let last: Int64 = 0

  func append(_ change: Change) -> Int64 { 1 }

  func whenDurable(
    _ number: Int64, _ completion: @escaping @Sendable (ChangeLogError?) -> Void
  ) {
    completion(ChangeLogError("the disk is full; make room"))
  }
}
