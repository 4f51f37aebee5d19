import Synchronization

/// The limit on the bytes of request bodies that a server stores at a time, over all connections.
///
/// A body counts from its arrival until the work on its request ends. Bytes count when they arrive,
/// not when they are announced. A body for which there is no space waits in a queue, and the server
/// does not read more of it until then. In the queue, small bodies come before large ones.
///
/// To prevent half-read bodies from waiting for each other forever, one body at a time may exceed
/// the limit: the first in the queue. The server therefore stores at most the limit plus one body.
final class BodyBudget: Sendable {
  /// The number of bytes of each body that do not count, so that most requests need no reservation.
  static let uncountedBytes = 16 * 1024
  /// The number of bytes that a body reserves first; the reservation doubles whenever it is full.
  static let step = 64 * 1024

  /// The bytes reserved for one request; they are released with the last reference to the share.
  ///
  /// The number changes only while the budget is locked.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let held = Atomic(0)
    private let exempt = Atomic(false)

    /// Creates an empty share.
    init(of budget: BodyBudget) { self.budget = budget }

    /// The number of reserved bytes.
    var bytes: Int { held.load(ordering: .relaxed) }

    /// Whether further bytes of this body do not count, because it is the body that may exceed the
    /// limit.
    var isExempt: Bool { exempt.load(ordering: .relaxed) }

    fileprivate func add(_ bytes: Int) { held.wrappingAdd(bytes, ordering: .relaxed) }

    fileprivate func becomeExempt() { exempt.store(true, ordering: .relaxed) }

    deinit { budget.release(bytes, isExempt: isExempt) }
  }

  private struct Waiter: Sendable {
    let key: Int
    let bytes: Int
    /// The number of bytes that the share will have after `bytes` are added.
    let sum: Int
    let share: Share
    let proceed: @Sendable () -> Void
  }

  private struct State {
    var free: Int
    var isExemptionTaken = false
    /// The queue, sorted by `sum`; waiters with equal sums are in order of arrival.
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

  /// Creates a budget of `bytes`, which one body at a time may exceed.
  init(bytes: Int) { state = Mutex(State(free: max(0, bytes))) }

  /// The number of bytes that are not reserved.
  var freeBytes: Int { state.withLock { $0.free } }

  /// The number of bodies that wait for space.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Reserves more bytes for a share, or adds it to the queue.
  ///
  /// - Returns: `nil` if the bytes are reserved. Otherwise a key for ``leave(_:)``; `proceed` is
  ///   called later, on any thread, when they are reserved.
  func reserve(
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

  /// Reserves more bytes for a share, and waits for them if necessary.
  ///
  /// - Returns: `false` if the task is cancelled before the bytes are reserved, otherwise `true`.
  func reserve(_ bytes: Int, for share: Share) async -> Bool {
    let turn = AsyncStream<Void>.makeStream()
    let key = reserve(bytes, for: share) { turn.continuation.yield() }
    guard let key else { return true }
    if await turn.stream.first(where: { _ in true }) != nil { return true }
    leave(key)
    return false
  }

  /// Removes a waiter from the queue, by the key that ``reserve(_:for:_:)`` returned.
  func leave(_ key: Int) {
    // The closure returns the waiter, so that it is freed outside the lock: freeing the last
    // reference to its share takes the lock again.
    _ = state.withLock { state in
      state.waiters.firstIndex { $0.key == key }.map { state.waiters.remove(at: $0) }
    }
    serve()
  }

  private func release(_ bytes: Int, isExempt: Bool) {
    state.withLock { state in
      state.free += bytes
      if isExempt { state.isExemptionTaken = false }
    }
    serve()
  }

  /// Resumes waiting requests, in queue order, while there is space.
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

/// The bytes of the server's ``BodyBudget`` that one connection has reserved.
///
/// Each share is stored under its request's sequence number until the request begins.
final class BodyShares {
  private let budget: BodyBudget
  private var shares: [Int: BodyBudget.Share] = [:]
  /// The queue key and the request number of the body that waits for space; `nil` if none waits.
  private var wait: (key: Int, number: Int)?

  init(of budget: BodyBudget) {
    self.budget = budget
  }

  /// Whether bodies of other connections wait for space.
  var isContended: Bool { budget.waiterCount > (wait == nil ? 0 : 1) }

  /// Removes and returns the share of the request with this number.
  func remove(_ number: Int) -> BodyBudget.Share? {
    shares.isEmpty ? nil : shares.removeValue(forKey: number)
  }

  /// Reserves bytes for the body of a request, or adds it to the queue.
  ///
  /// - Returns: Whether the bytes are reserved. Otherwise `proceed` is called later, on any thread,
  ///   and must call ``didGetRoom(for:)``.
  func reserve(_ bytes: Int, for number: Int, _ proceed: @escaping @Sendable () -> Void) -> Bool {
    let share = shares[number] ?? BodyBudget.Share(of: budget)
    shares[number] = share
    wait = budget.reserve(bytes, for: share, proceed).map { ($0, number) }
    return wait == nil
  }

  /// Ends the wait of a request whose bytes are now reserved.
  ///
  /// - Returns: Whether the request was still waiting.
  func didGetRoom(for number: Int) -> Bool {
    guard wait?.number == number else { return false }
    wait = nil
    return true
  }

  /// Stops waiting for more bytes for a request, but keeps the bytes that it has reserved.
  func endWait(for number: Int) {
    guard let wait, wait.number == number else { return }
    self.wait = nil
    budget.leave(wait.key)
  }

  /// Releases the bytes reserved for a request, and stops waiting for more.
  func discard(_ number: Int) {
    endWait(for: number)
    shares[number] = nil
  }

  /// Releases the bytes of all requests, and stops waiting for more.
  func giveAllUp() {
    if let wait { endWait(for: wait.number) }
    shares = [:]
  }
}
