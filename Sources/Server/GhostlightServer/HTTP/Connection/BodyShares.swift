import NIOCore

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
