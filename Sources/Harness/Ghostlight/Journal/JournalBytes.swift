import Synchronization

/// What the journals of all namespaces of a stage hold together.
final class JournalBytes: Sendable {
  /// What an entry costs beside its bytes: fields, names, numbers.
  static let entryBytes = 1024

  private let limit: Int
  private let total = Atomic(0)
  private let isTrimming = Atomic(false)

  init(limit: Int) { self.limit = limit }

  /// All that is held now.
  var count: Int { total.load(ordering: .relaxed) }

  /// More is held than may be.
  var isOver: Bool { count > limit }

  /// Lets one caller at a time drop entries until a quarter of the limit is free.
  ///
  /// - Parameter drop: Drops some of what is held and answers whether there may be more to drop.
  func trim(_ drop: () -> Bool) {
    guard isOver, !isTrimming.exchange(true, ordering: .acquiring) else { return }
    while count > limit - limit / 4, drop() {}
    isTrimming.store(false, ordering: .releasing)
  }

  /// What one journal holds of it; given back when the journal goes.
  final class Share: Sendable {
    private let all: JournalBytes
    private let held = Atomic(0)

    init(of all: JournalBytes) { self.all = all }

    deinit { all.total.subtract(held.load(ordering: .relaxed), ordering: .relaxed) }

    /// An entry is held, or no longer.
    func add(_ bytes: Int) {
      held.add(bytes, ordering: .relaxed)
      all.total.add(bytes, ordering: .relaxed)
    }
  }
}
