import NIOCore
import Synchronization

/// The limit of the bytes of request bodies that a server stores at a time, over all connections.
///
/// It counts bodies that are being received, and those whose requests are in progress.
///
/// A body of known length reserves all its bytes before it is read, so that bodies that were half
/// read never wait for each other. A body without space waits in a queue, and its client cannot
/// send more.
final class BodyBudget: Sendable {
  /// The number of bytes of a body that are not counted, so that most requests need no reservation.
  static let uncountedBytes = 16 * 1024
  /// The number of bytes that a body of unknown length reserves at a time.
  static let step = 1024 * 1024

  /// The bytes that are reserved for one request; the last reference releases them.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let held: Atomic<Int>

    fileprivate init(_ budget: BodyBudget, _ bytes: Int) {
      self.budget = budget
      held = Atomic(bytes)
    }

    /// The number of reserved bytes.
    var bytes: Int { held.load(ordering: .relaxed) }

    /// Reserves more bytes, for a body of unknown length.
    ///
    /// - Returns: Whether there was space.
    func grow(by bytes: Int) -> Bool {
      guard budget.takeNow(bytes) else { return false }
      held.wrappingAdd(bytes, ordering: .relaxed)
      return true
    }

    deinit { budget.giveBack(held.load(ordering: .relaxed)) }
  }

  private struct Waiter: Sendable {
    let key: Int
    let bytes: Int
    let proceed: @Sendable (Share) -> Void
  }

  private struct State {
    var free: Int
    var waiters: CircularBuffer<Waiter> = []
    var keys = 0
  }

  private let limit: Int
  private let state: Mutex<State>

  /// Creates a budget of `bytes`; a larger single body may reserve all of them.
  init(bytes: Int) {
    limit = max(0, bytes)
    state = Mutex(State(free: max(0, bytes)))
  }

  /// The number of bytes that are not reserved.
  var freeBytes: Int { state.withLock { $0.free } }

  /// Reserves bytes if they are free and no other request waits; `nil` otherwise.
  func takeShare(_ bytes: Int) -> Share? {
    let wanted = min(bytes, limit)
    return takeNow(wanted) ? Share(self, wanted) : nil
  }

  /// Reserves bytes as soon as they are free, and then calls `proceed`.
  ///
  /// - Returns: A key for ``leave(_:)``.
  func wait(for bytes: Int, _ proceed: @escaping @Sendable (Share) -> Void) -> Int {
    let key = state.withLock { state in
      state.keys += 1
      let wanted = min(bytes, limit)
      state.waiters.append(Waiter(key: state.keys, bytes: wanted, proceed: proceed))
      return state.keys
    }
    serve()
    return key
  }

  /// Stops waiting.
  func leave(_ key: Int) {
    state.withLock { state in state.waiters.removeAll { $0.key == key } }
    serve()
  }

  private func takeNow(_ bytes: Int) -> Bool {
    state.withLock { state in
      guard state.waiters.isEmpty, state.free >= bytes else { return false }
      state.free -= bytes
      return true
    }
  }

  private func giveBack(_ bytes: Int) {
    state.withLock { $0.free += bytes }
    serve()
  }

  /// Resumes waiting requests, in their order, as long as there is space.
  private func serve() {
    while let waiter = state.withLock({ state -> Waiter? in
      guard let first = state.waiters.first, first.bytes <= state.free else { return nil }
      state.free -= first.bytes
      return state.waiters.removeFirst()
    }) {
      waiter.proceed(Share(self, waiter.bytes))
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
  ///   must pass the share to ``didGet(_:for:)``.
  func take(
    _ bytes: Int, for number: Int, _ proceed: @escaping @Sendable (BodyBudget.Share) -> Void
  ) -> Bool {
    if let share = budget.takeShare(bytes) {
      shares[number] = share
      return true
    }
    wait = (budget.wait(for: bytes, proceed), number)
    return false
  }

  /// Stores a share for which a request has waited.
  ///
  /// - Returns: Whether the request still waited for it.
  func didGet(_ share: BodyBudget.Share, for number: Int) -> Bool {
    guard wait?.number == number else { return false }
    wait = nil
    shares[number] = share
    return true
  }

  /// Reserves more bytes for the body of a request.
  ///
  /// - Returns: Whether they are reserved.
  func grow(by bytes: Int, for number: Int) -> Bool {
    if let share = shares[number] { return share.grow(by: bytes) }
    shares[number] = budget.takeShare(bytes)
    return shares[number] != nil
  }

  /// Releases the share of a request, and stops waiting for it.
  func giveUp(_ number: Int) {
    shares[number] = nil
    guard let wait, wait.number == number else { return }
    self.wait = nil
    budget.leave(wait.key)
  }

  /// Releases all shares, and stops waiting.
  func giveAllUp() {
    shares = [:]
    if let wait { giveUp(wait.number) }
  }
}
