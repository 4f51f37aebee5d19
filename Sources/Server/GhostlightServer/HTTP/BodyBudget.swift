import NIOCore
import Synchronization

/// The bytes of request bodies that a server holds at a time, over all connections: those that
/// arrive, and those whose requests are in work.
///
/// A body whose length is known gets its bytes before it is read, so that bodies never wait for
/// each other half-read; who finds no room waits in line, and its client sends no further.
final class BodyBudget: Sendable {
  /// Bytes of a body that are not counted: most requests ask nobody.
  static let uncountedBytes = 16 * 1024
  /// Bytes by which bodies grow whose length is not known.
  static let step = 1024 * 1024

  /// Bytes held for one request, given back with the last reference.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let held: Atomic<Int>

    fileprivate init(_ budget: BodyBudget, _ bytes: Int) {
      self.budget = budget
      held = Atomic(bytes)
    }

    /// The bytes held.
    var bytes: Int { held.load(ordering: .relaxed) }

    /// Takes more, for a body whose length was not known.
    ///
    /// - Returns: Whether there was room.
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

  /// Makes a budget of so many bytes; a single body may always have it whole.
  init(bytes: Int) {
    limit = max(0, bytes)
    state = Mutex(State(free: max(0, bytes)))
  }

  /// The bytes that are not held.
  var freeBytes: Int { state.withLock { $0.free } }

  /// Takes bytes where nobody waits and they are there.
  func takeShare(_ bytes: Int) -> Share? {
    let wanted = min(bytes, limit)
    return takeNow(wanted) ? Share(self, wanted) : nil
  }

  /// Takes bytes as soon as they are there.
  ///
  /// - Returns: What ``leave(_:)`` takes.
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

  /// Waits no more.
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

  /// Lets those go on, in their order, for whom there is room.
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

/// What a connection holds of the server's ``BodyBudget``, by the numbers of its requests, until
/// those are begun.
final class BodyShares {
  private let budget: BodyBudget
  private var shares: [Int: BodyBudget.Share] = [:]
  /// The place in line of a body for which there is no room yet.
  private var wait: (key: Int, number: Int)?

  /// Holds nothing.
  init(of budget: BodyBudget) {
    self.budget = budget
  }

  /// Gives out what is held for a request.
  func remove(_ number: Int) -> BodyBudget.Share? {
    shares.isEmpty ? nil : shares.removeValue(forKey: number)
  }

  /// Takes bytes for the body of a request, or waits in line for them.
  ///
  /// - Returns: Whether they are there; else `proceed` is called, on any thread, when they are,
  ///   and is to hand them to ``didGet(_:for:)``.
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

  /// Takes what was waited for.
  ///
  /// - Returns: Whether it still was.
  func didGet(_ share: BodyBudget.Share, for number: Int) -> Bool {
    guard wait?.number == number else { return false }
    wait = nil
    shares[number] = share
    return true
  }

  /// Takes more bytes for the body of a request.
  ///
  /// - Returns: Whether they are there.
  func grow(by bytes: Int, for number: Int) -> Bool {
    if let share = shares[number] { return share.grow(by: bytes) }
    shares[number] = budget.takeShare(bytes)
    return shares[number] != nil
  }

  /// Gives back what is held for a request, and waits for no more.
  func giveUp(_ number: Int) {
    shares[number] = nil
    guard let wait, wait.number == number else { return }
    self.wait = nil
    budget.leave(wait.key)
  }

  /// Gives everything back.
  func giveAllUp() {
    shares = [:]
    if let wait { giveUp(wait.number) }
  }
}
