import Synchronization

/// A counter that limits how many objects of a kind exist at a time.
final class Reserve: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(max(0, count)) }

  func take() -> Reservation? {
    var now = left.load(ordering: .relaxed)
    while now > 0 {
      let (isExchanged, original) = left.weakCompareExchange(
        expected: now, desired: now - 1, ordering: .relaxed)
      if isExchanged { return Reservation(self) }
      now = original
    }
    return nil
  }

  fileprivate func giveBack() { left.wrappingAdd(1, ordering: .relaxed) }
}

/// The right to create one object of a limited kind, returned when the last reference is released.
final class Reservation: Sendable {
  private let reserve: Reserve

  fileprivate init(_ reserve: Reserve) { self.reserve = reserve }

  deinit { reserve.giveBack() }
}
