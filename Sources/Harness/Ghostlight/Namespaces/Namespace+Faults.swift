import Synchronization

/// The fault plans of a namespace; they are not kept across restarts.
extension Namespace {
  /// The plans at work, in the order they were added.
  public var faults: [ActiveFault] { state.withLock { $0.faults.active } }

  /// Puts a plan to work, and answers its number.
  @discardableResult
  public func addFault(_ plan: FaultPlan) -> Int {
    state.withLock { state in
      state.isTouched = true
      return state.faults.add(plan)
    }
  }

  /// Takes the plan of a number away, or all plans.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func removeFault(_ number: Int? = nil) -> Bool {
    state.withLock { state in
      state.isTouched = true
      return state.faults.remove(number)
    }
  }
}
