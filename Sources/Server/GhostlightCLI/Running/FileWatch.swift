import Dispatch
import GhostlightServer
import Synchronization

/// Calls a closure when at least one of several files has changed.
///
/// It reads the files' metadata four times a second. This also works in network folders and with
/// editors that replace a file. A change is reported only when two consecutive reads are equal, so
/// that a file that is still being written is ignored.
final class FileWatch: Sendable {
  private let queue = DispatchQueue(label: "ghostlight.watch")
  private let intervalMilliseconds: Int
  private let onChange: @Sendable () -> [String]?
  /// The last known metadata; `nil` after the watch was stopped.
  private let changes: Mutex<FileChanges?>

  /// Watches files until it is stopped or released.
  ///
  /// `onChange` returns the files to watch from then on; `nil` to continue with the same files.
  init(
    _ changes: FileChanges, intervalMilliseconds: Int = 250,
    onChange: @escaping @Sendable () -> [String]?
  ) {
    self.intervalMilliseconds = intervalMilliseconds
    self.onChange = onChange
    self.changes = Mutex(changes)
    schedule()
  }

  func stop() { changes.withLock { $0 = nil } }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + .milliseconds(intervalMilliseconds)) { [weak self] in
      guard let self, let isChanged = changes.withLock({ $0?.poll() }) else { return }
      if isChanged, let files = onChange() { changes.withLock { $0?.follow(files) } }
      schedule()
    }
  }
}

/// Compares file metadata at intervals, and detects completed changes.
struct FileChanges {
  private var known: [String: FileStatus]
  private var seen: [String: FileStatus]
  private var files: [String]

  init(_ files: [String]) {
    self.files = files
    known = Self.stamps(of: files)
    seen = known
  }

  /// Reads the metadata, and returns whether the files have changed.
  ///
  /// A change is reported once, when the metadata equals that of the previous call.
  mutating func poll() -> Bool {
    let now = Self.stamps(of: files)
    defer { seen = now }
    guard now != known, now == seen else { return false }
    known = now
    return true
  }

  /// Replaces the list of files to watch.
  mutating func follow(_ files: [String]) {
    for added in Set(files).subtracting(self.files) {
      known[added] = FileStatus(added)
      seen[added] = known[added]
    }
    self.files = files
    known = known.filter { files.contains($0.key) }
    seen = seen.filter { files.contains($0.key) }
  }

  private static func stamps(of files: [String]) -> [String: FileStatus] {
    files.reduce(into: [:]) { $0[$1] = FileStatus($1) }
  }
}
