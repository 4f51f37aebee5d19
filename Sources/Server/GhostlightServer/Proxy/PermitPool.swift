import Synchronization

/// A counter that limits how many objects of a kind exist at a time.
final class PermitPool: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(max(0, count)) }

  func acquire() -> Permit? {
    var now = left.load(ordering: .relaxed)
    while now > 0 {
      let (isExchanged, original) = left.weakCompareExchange(
        expected: now, desired: now - 1, ordering: .relaxed)
      if isExchanged { return Permit(self) }
      now = original
    }
    return nil
  }

  fileprivate func release() { left.wrappingAdd(1, ordering: .relaxed) }
}

/// The right to create one object of a limited kind, returned when the last reference is released.
final class Permit: Sendable {
  private let reserve: PermitPool

  fileprivate init(_ reserve: PermitPool) { self.reserve = reserve }

  deinit { reserve.release() }
}
