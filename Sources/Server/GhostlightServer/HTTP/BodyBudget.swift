import Synchronization

/// The limit of the bytes of request bodies that a server stores at a time, over all connections.
///
/// It counts bodies from their arrival until the work on their requests ends. Bytes count when they
/// arrive, not when they are announced. A body without space waits in a queue, and is not read in
/// the meantime. In the queue, small bodies come before large ones.
///
/// So that bodies that were half read never wait for each other, one body at a time may exceed the
/// limit: the first in the queue. The server therefore stores at most the limit and one more body.
final class BodyBudget: Sendable {
  /// The number of bytes of a body that are not counted, so that most requests need no reservation.
  static let uncountedBytes = 16 * 1024
  /// The number of bytes that a body reserves at first; it doubles them whenever they are full.
  static let step = 64 * 1024

  /// The bytes that are reserved for one request; the last reference releases them.
  ///
  /// They change while the budget is locked.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let held = Atomic(0)
    private let exempt = Atomic(false)

    /// Creates an empty share.
    init(of budget: BodyBudget) { self.budget = budget }

    /// The number of reserved bytes.
    var bytes: Int { held.load(ordering: .relaxed) }

    /// Whether further bytes are not counted, because this body may exceed the limit.
    var isExempt: Bool { exempt.load(ordering: .relaxed) }

    fileprivate func add(_ bytes: Int) { held.wrappingAdd(bytes, ordering: .relaxed) }

    fileprivate func becomeExempt() { exempt.store(true, ordering: .relaxed) }

    deinit { budget.giveBack(bytes, isExempt: isExempt) }
  }

  private struct Waiter: Sendable {
    let key: Int
    let bytes: Int
    /// The number of bytes that the share has together with `bytes`.
    let sum: Int
    let share: Share
    let proceed: @Sendable () -> Void
  }

  private struct State {
    var free: Int
    var isExemptionTaken = false
    /// The queue: the smallest sum first, and waiters with the same sum in the order of their arrival.
    var waiters: [Waiter] = []
    var keys = 0

    mutating func admit(_ bytes: Int, _ share: Share) -> Bool {
      if bytes <= free {
        free -= bytes
        share.add(bytes)
        return true
      }
      guard !isExemptionTaken else { return false }
      isExemptionTaken = true
      share.becomeExempt()
      return true
    }
  }

  private let state: Mutex<State>

  /// Creates a budget of `bytes`; a larger single body may exceed it.
  init(bytes: Int) { state = Mutex(State(free: max(0, bytes))) }

  /// The number of bytes that are not reserved.
  var freeBytes: Int { state.withLock { $0.free } }

  /// Whether bodies wait for space.
  var isContended: Bool { state.withLock { !$0.waiters.isEmpty } }

  /// Reserves more bytes for a share, or waits in the queue for them.
  ///
  /// - Returns: `nil` if they are reserved. Otherwise `proceed` is called later, on any thread, and
  ///   the result is a key for ``leave(_:)``.
  func take(
    _ bytes: Int, for share: Share, _ proceed: @escaping @Sendable () -> Void
  ) -> Int? {
    state.withLock { state in
      let sum = share.bytes + bytes
      let isFirst = state.waiters.first.map { $0.sum > sum } ?? true
      if share.isExempt || isFirst && state.admit(bytes, share) { return nil }
      state.keys += 1
      let index = state.waiters.firstIndex { $0.sum > sum } ?? state.waiters.endIndex
      state.waiters.insert(
        Waiter(key: state.keys, bytes: bytes, sum: sum, share: share, proceed: proceed), at: index)
      return state.keys
    }
  }

  /// Stops waiting.
  func leave(_ key: Int) {
    // The waiter is freed after the lock is released: the last reference to its share locks again.
    _ = state.withLock { state in
      state.waiters.firstIndex { $0.key == key }.map { state.waiters.remove(at: $0) }
    }
    serve()
  }

  private func giveBack(_ bytes: Int, isExempt: Bool) {
    state.withLock { state in
      state.free += bytes
      if isExempt { state.isExemptionTaken = false }
    }
    serve()
  }

  /// Resumes waiting requests, in the order of the queue, as long as there is space.
  private func serve() {
    while let waiter = state.withLock({ state -> Waiter? in
      guard let first = state.waiters.first, state.admit(first.bytes, first.share)
      else { return nil }
      return state.waiters.removeFirst()
    }) {
      waiter.proceed()
    }
  }
}

/// The bytes of the server's ``BodyBudget`` that a connection has reserved.
///
/// They are stored by the sequence numbers of the requests until these begin.
final class BodyShares {
  private let budget: BodyBudget
  private var shares: [Int: BodyBudget.Share] = [:]
  /// The place in the queue of a body for which there is no space yet.
  private var wait: (key: Int, number: Int)?

  init(of budget: BodyBudget) {
    self.budget = budget
  }

  /// Removes and returns the share of a request.
  func remove(_ number: Int) -> BodyBudget.Share? {
    shares.isEmpty ? nil : shares.removeValue(forKey: number)
  }

  /// Reserves bytes for the body of a request, or waits in the queue for them.
  ///
  /// - Returns: Whether they are reserved. Otherwise `proceed` is called later, on any thread, and
  ///   must call ``didGetRoom(for:)``.
  func take(_ bytes: Int, for number: Int, _ proceed: @escaping @Sendable () -> Void) -> Bool {
    let share = shares[number] ?? BodyBudget.Share(of: budget)
    shares[number] = share
    wait = budget.take(bytes, for: share, proceed).map { ($0, number) }
    return wait == nil
  }

  /// Ends the wait for bytes, because they are now reserved.
  ///
  /// - Returns: Whether the request still waited for them.
  func didGetRoom(for number: Int) -> Bool {
    guard wait?.number == number else { return false }
    wait = nil
    return true
  }

  /// Stops waiting for more bytes for a request, but keeps its share.
  func endWait(for number: Int) {
    guard let wait, wait.number == number else { return }
    self.wait = nil
    budget.leave(wait.key)
  }

  /// Releases the share of a request, and stops waiting for it.
  func giveUp(_ number: Int) {
    endWait(for: number)
    shares[number] = nil
  }

  /// Releases all shares, and stops waiting.
  func giveAllUp() {
    if let wait { endWait(for: wait.number) }
    shares = [:]
  }
}
