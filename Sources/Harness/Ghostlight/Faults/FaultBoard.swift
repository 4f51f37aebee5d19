import GhostlightCore
import GhostlightEmulation

/// The plans at work in a namespace, in the order they were added; the first that strikes counts.
struct FaultBoard: Sendable {
  private(set) var active: [ActiveFault] = []
  private var count = 0

  init(_ plans: [FaultPlan] = []) {
    for plan in plans { _ = add(plan) }
  }

  var isEmpty: Bool { active.isEmpty }

  mutating func add(_ plan: FaultPlan) -> Int {
    count += 1
    active.append(ActiveFault(number: count, plan: plan))
    return count
  }

  /// Takes one plan away, or all.
  mutating func remove(_ number: Int?) -> Bool {
    let before = active.count
    active.removeAll { number == nil || $0.number == number }
    return active.count < before
  }

  /// The plan that strikes at a request.
  ///
  /// `chance` is drawn from the moment; `route` is asked only where a plan names one.
  mutating func strike(
    _ request: Request, emulator: String, chance: UInt64, route: () -> String?
  ) -> ActiveFault? {
    for position in active.indices where addresses(active[position].plan, request, emulator, route)
    {
      active[position].addressed += 1
      guard isDue(active[position], chance) else { continue }
      active[position].struck += 1
      return active[position]
    }
    return nil
  }

  private func addresses(
    _ plan: FaultPlan, _ request: Request, _ emulator: String, _ route: () -> String?
  ) -> Bool {
    if let wanted = plan.emulator, wanted != emulator { return false }
    if let method = plan.method, method != request.method { return false }
    if let path = plan.path, !PathPattern(path).matches(request.target.rawPath) { return false }
    if let title = plan.route, title != route() { return false }
    return true
  }

  private func isDue(_ fault: ActiveFault, _ chance: UInt64) -> Bool {
    if let times = fault.plan.times, fault.struck >= times { return false }
    switch fault.plan.occurrence {
    case .always: return true
    case .call(let number): return fault.addressed == number
    case .every(let step): return step > 0 && fault.addressed % step == 0
    case .probability(let share):
      var generator = SplitMix64(seed: chance ^ UInt64(fault.number))
      return Double(generator.next() >> 11) / Double(1 << 53) < share
    }
  }
}
