import Dispatch
import GhostlightServer
import Synchronization

/// Calls back when one of some files has changed.
///
/// Looks at the files' stamps four times a second, which also works in folders of other machines and
/// for editors that put a new file in the place of the old one. A file that is still being written
/// is left alone until it looks the same twice.
final class FileWatch: Sendable {
  private let queue = DispatchQueue(label: "ghostlight.watch")
  private let intervalMilliseconds: Int
  private let onChange: @Sendable () -> [String]?
  /// `nil` once nobody looks any more.
  private let changes: Mutex<FileChanges?>

  /// Watches files until it is stopped or gone; `onChange` says which are to be watched from then
  /// on, or `nil` for the same.
  init(
    _ changes: FileChanges, intervalMilliseconds: Int = 250,
    onChange: @escaping @Sendable () -> [String]?
  ) {
    self.intervalMilliseconds = intervalMilliseconds
    self.onChange = onChange
    self.changes = Mutex(changes)
    schedule()
  }

  /// Looks no more.
  func stop() { changes.withLock { $0 = nil } }

  private func schedule() {
    queue.asyncAfter(deadline: .now() + .milliseconds(intervalMilliseconds)) { [weak self] in
      guard let self, let isChanged = changes.withLock({ $0?.look() }) else { return }
      if isChanged, let files = onChange() { changes.withLock { $0?.follow(files) } }
      schedule()
    }
  }
}

/// Tells from the stamps of files, looked at now and then, when they have changed and are at rest.
struct FileChanges {
  private var known: [String: FileStatus]
  private var seen: [String: FileStatus]
  private var files: [String]

  init(_ files: [String]) {
    self.files = files
    known = Self.stamps(of: files)
    seen = known
  }

  /// - Returns: Whether the files are others than when that was last said, and the same as at the
  ///   last look.
  mutating func look() -> Bool {
    let now = Self.stamps(of: files)
    defer { seen = now }
    guard now != known, now == seen else { return false }
    known = now
    return true
  }

  /// Looks at other files from here on.
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
