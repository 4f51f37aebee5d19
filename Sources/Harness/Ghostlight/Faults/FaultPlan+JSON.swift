public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension FaultPlan {
  /// The members that a plan may have, as the control API and the configuration spell them.
  static let members = [
    "emulator", "route", "method", "path", "nth", "every", "probability", "times", "status",
    "headers", "body", "retryAfter", "latency", "real", "delivery",
  ]

  /// Reads a plan.
  ///
  /// - Throws: ``FaultPlanProblem`` with the member that is wrong.
  public init(json: JSON, emulators: [Emulator]) throws(FaultPlanProblem) {
    guard case .object(let object) = json else {
      throw FaultPlanProblem("a fault plan is an object")
    }
    for key in object.keys where !Self.members.contains(key) {
      throw FaultPlanProblem(
        "a fault plan has no \"\(key)\"; it has: \(Self.members.joined(separator: ", "))")
    }
    let reader = FaultPlanReader(object)
    self.init(try reader.action())
    emulator = try reader.text("emulator")
    if let emulator, !emulators.contains(where: { $0.name == emulator }) {
      let known = emulators.map(\.name).joined(separator: ", ")
      throw FaultPlanProblem("no emulator is named \"\(emulator)\"; there are: \(known)")
    }
    route = try reader.text("route")
    if let route { try Self.check(route, emulators, emulator) }
    if let text = try reader.text("method") {
      guard let method = HTTPRequest.Method(text) else {
        throw FaultPlanProblem("\"\(text)\" is no method")
      }
      self.method = method
    }
    path = try reader.text("path")
    times = try reader.count("times")
    occurrence = try reader.occurrence()
  }

  private static func check(
    _ route: String, _ emulators: [Emulator], _ emulator: String?
  ) throws(FaultPlanProblem) {
    for candidate in emulators where emulator == nil || candidate.name == emulator {
      let titles = type(of: candidate.seed).routeSummaries.map(\.title)
      if titles.contains(route) { return }
    }
    throw FaultPlanProblem("no route has the title \"\(route)\"; GET emulators lists them")
  }
}
