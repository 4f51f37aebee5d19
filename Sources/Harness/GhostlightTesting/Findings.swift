import Synchronization

/// What went wrong while a test ran, from any thread, in order.
final class Findings: Sendable {
  private let list = Mutex<[String]>([])

  /// Notes a finding, if it is one.
  func add(_ finding: String?) {
    guard let finding else { return }
    list.withLock { $0.append(finding) }
  }

  var all: [String] { list.withLock { $0 } }
}
