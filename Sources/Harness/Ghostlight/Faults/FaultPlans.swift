public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The fault plans of a namespace, in the order in which they were added.
///
/// The first plan that matches a request and is due applies.
struct FaultPlans: Sendable {
  private(set) var active: [ActiveFault] = []
  /// The first plans that were removed before they applied to a request, for the report of a test.
  private(set) var removedIdle: [ActiveFault] = []
  /// The plans that applied to a request before a reset, or in a copy of the namespace.
  private var applied: Set<FaultPlan> = []
  private var count = 0

  /// The maximum number of removed plans that are kept for the report.
  private static let mostRemoved = 20

  init(_ plans: [FaultPlan] = []) {
    for plan in plans { _ = add(plan) }
  }

  var isEmpty: Bool { active.isEmpty }

  /// Whether a plan reports a failure in the vendor's own format.
  var haveFailures: Bool { active.contains { $0.plan.action.failure != nil } }

  mutating func add(_ plan: FaultPlan) -> Int {
    count += 1
    active.append(ActiveFault(number: count, plan: plan))
    return count
  }

  mutating func remove(_ number: Int?) -> Bool {
    let before = active.count
    retireIdle { number == nil || $0.number == number }
    active.removeAll { number == nil || $0.number == number }
    return active.count < before
  }

  /// The plans that have not applied to any request, including removed ones.
  var idle: [ActiveFault] {
    var seen = applied
    return (removedIdle + active).filter { $0.hitCount == 0 && seen.insert($0.plan).inserted }
  }

  /// Stores which plans have applied before a reset, for the report of a test.
  mutating func inherit(from old: FaultPlans) {
    var old = old
    old.retireIdle { _ in true }
    old.markApplied(in: old)
    (removedIdle, applied) = (old.removedIdle, old.applied)
  }

  /// Counts the plans that applied in a copy of the namespace as used.
  mutating func markApplied(in copy: FaultPlans) {
    for fault in copy.active where fault.hitCount > 0 { applied.insert(fault.plan) }
  }

  private mutating func retireIdle(_ isRemoved: (ActiveFault) -> Bool) {
    let idle = active.filter { $0.hitCount == 0 && isRemoved($0) }
    removedIdle += idle.prefix(max(0, Self.mostRemoved - removedIdle.count))
  }

  /// Returns the plan that applies to a request, and updates the plans' counters.
  ///
  /// - Parameters:
  ///   - request: The request to match.
  ///   - emulator: The name of the emulator that gets the request.
  ///   - chance: A random number from the exchange's moment, for plans with a probability.
  ///   - route: Returns the title of the route that would serve the request; called only if a plan
  ///     names a route.
  /// - Returns: The plan with its updated counters, or `nil` if none applies.
  mutating func activate(
    _ request: Request, emulator: String, chance: UInt64, route: () -> String?
  ) -> ActiveFault? {
    for position in active.indices where addresses(active[position].plan, request, emulator, route)
    {
      active[position].matchCount += 1
      guard isDue(active[position], chance) else { continue }
      active[position].hitCount += 1
      return active[position]
    }
    return nil
  }

  /// Returns the failures of single operations of a request, and updates the plans' counters.
  ///
  /// A plan that matches the request as a whole does not select operations, and neither does one
  /// without a failure.
  ///
  /// - Parameters:
  ///   - operations: The operations, each as the request that would run it alone.
  ///   - whole: The request that combines the operations.
  ///   - emulator: The name of the emulator that gets the request.
  ///   - draw: The source of random numbers, for plans with a probability.
  ///   - route: Returns the title of the route that would serve a request.
  /// - Returns: The failures by position, and the number of the first plan that applies.
  mutating func failures(
    of operations: [Request], in whole: Request, emulator: String, draw: inout Moment,
    route: (Request) -> String?
  ) -> (failures: OperationFailures, plan: Int?) {
    var failures = OperationFailures()
    var first: Int?
    let candidates = active.indices.filter { position in
      active[position].plan.action.failure != nil
        && !addresses(active[position].plan, whole, emulator) { route(whole) }
    }
    guard !candidates.isEmpty else { return (failures, nil) }
    for (number, operation) in operations.enumerated() {
      let chance = draw.number()
      for position in candidates
      where addresses(active[position].plan, operation, emulator, { route(operation) }) {
        active[position].matchCount += 1
        guard isDue(active[position], chance) else { continue }
        active[position].hitCount += 1
        failures[number] = active[position].plan.action.failure
        first = first ?? active[position].number
        break
      }
    }
    return (failures, first)
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
    if let times = fault.plan.times, fault.hitCount >= times { return false }
    switch fault.plan.occurrence {
    case .always: return true
    case .call(let number): return fault.matchCount == number
    case .every(let step): return step > 0 && fault.matchCount % step == 0
    case .probability(let share):
      var generator = SplitMix64(seed: chance ^ UInt64(fault.number))
      return Double(generator.next() >> 11) / Double(1 << 53) < share
    }
  }
}

/// A pattern for paths, in which `*` matches any string, including slashes.
package struct PathPattern: Sendable {
  private let pattern: [UInt8]

  package init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

  /// Returns whether a path matches the pattern.
  ///
  /// It does not recurse: at a mismatch it returns to the last `*`. For lengths n and m it takes at
  /// most n · m steps.
  package func matches(_ path: String) -> Bool {
    let text = Array(path.utf8)
    var (position, place) = (0, 0)
    var star: (position: Int, place: Int)?
    while place < text.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, place)
        position += 1
      } else if position < pattern.count, pattern[position] == text[place] {
        position += 1
        place += 1
      } else if let back = star {
        star = (back.position, back.place + 1)
        position = back.position + 1
        place = back.place + 1
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// A plan that was added to a namespace, with its counters.
///
/// Read it from ``Namespace/faults`` to check that a plan has matched requests. A plan stays in the
/// list after it has applied ``FaultPlan/times`` times; remove it with
/// ``Namespace/removeFault(_:)``.
public struct ActiveFault: Sendable, Hashable {
  /// The number that identifies the plan in the journal and in ``Namespace/removeFault(_:)``, from
  /// 1.
  public let number: Int
  /// The plan as it was added.
  public let plan: FaultPlan
  /// The number of requests that the plan has matched, whether it applied to them or not.
  public internal(set) var matchCount = 0
  /// The number of requests that the plan has applied to.
  public internal(set) var hitCount = 0

  /// Whether the plan applies to no further request.
  package var isSpent: Bool {
    if let times = plan.times, hitCount >= times { return true }
    if case .call(let number) = plan.occurrence { return matchCount >= number }
    return false
  }
}

extension ActiveFault {
  /// The plan as JSON, in the format of ``FaultPlan/init(json:emulators:)`` and with the plan's
  /// number and counters.
  public var json: JSON {
    var object: JSONObject = [
      "number": .integer(Int64(number)),
      "matches": .integer(Int64(matchCount)),
      "hits": .integer(Int64(hitCount)),
    ]
    object["emulator"] = plan.emulator.map(JSON.string)
    object["route"] = plan.route.map(JSON.string)
    object["method"] = plan.method.map { .string($0.rawValue) }
    object["path"] = plan.path.map(JSON.string)
    switch plan.occurrence {
    case .always: break
    case .call(let number): object["nth"] = .integer(Int64(number))
    case .every(let step): object["every"] = .integer(Int64(step))
    case .probability(let share): object["probability"] = .double(share)
    }
    object["times"] = plan.times.map { .integer(Int64($0)) }
    describe(plan.action, in: &object)
    return .object(object)
  }

  /// Returns the body as JSON if serializing the JSON gives the same bytes, otherwise as a string.
  private static func body(of response: Response) -> JSON {
    guard response.headers[.contentType] != nil, let json = response.json, json.string == nil,
      json.bytes == response.body
    else { return .string(response.text) }
    return json
  }

  private static func headers(_ fields: HTTPFields) -> JSON? {
    guard !fields.isEmpty else { return nil }
    return .object(
      fields.reduce(into: JSONObject()) { $0[$1.name.rawName] = .string($1.value) })
  }

  private func describe(_ action: FaultAction, in object: inout JSONObject) {
    if let response = action.replacement {
      object["status"] = .integer(Int64(response.status.code))
      object["headers"] = Self.headers(response.headers)
      // For a status of 400 or more, an empty body is included, too: without a body, the status
      // would select a failure in the vendor's own format.
      if !response.body.isEmpty || response.status.code >= 400 {
        object["body"] = Self.body(of: response)
      }
    } else if let failure = action.failure {
      object["status"] = .integer(Int64(failure.status.code))
      object["retryAfter"] = failure.retryAfterSeconds.map { .integer(Int64($0)) }
      object["headers"] = Self.headers(failure.headers)
    }
    switch action.delivery {
    case .whole: break
    case .reset: object["delivery"] = "reset"
    case .empty: object["delivery"] = "empty"
    case .malformedChunk: object["delivery"] = "malformed-chunk"
    case .truncated(let bytes): object["delivery"] = ["truncate": .integer(Int64(bytes))]
    case .dribble(let bytes, let pause):
      object["delivery"] = ["dribble": .integer(Int64(bytes)), "pause": .string("\(pause)ms")]
    }
    guard action.latencyMilliseconds > 0 else { return }
    object["latency"] = .string("\(action.latencyMilliseconds)ms")
    object["real"] = .bool(action.isLatencyReal)
  }
}
