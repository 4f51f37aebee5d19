import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// A request of a test, for messages about what no request used.
struct SentRequest: Sendable {
  /// The name of the service that got the request; `nil` for a stubbed request.
  let service: String?
  let route: String?
  let request: Request

  var line: String { "\(request.method.rawValue) \(request.target.rawPath)" }
}

/// The request that differs least from a part of a test's setup, with the differences.
///
/// It explains why a fault plan, a stub or an entry of a recording was not used.
struct NearestRequest {
  /// The properties that a request must have; `nil` allows every value.
  struct Wanted {
    var service: String?
    var route: String?
    var method: HTTPRequest.Method?
    var path: String?
  }

  /// The end of the message: the nearest request with its differences, or that there was none.
  let description: String

  /// The maximum number of requests that are compared.
  private static let mostCompared = 1000

  init(to wanted: Wanted, among sent: [SentRequest]) {
    let ranked = sent.prefix(Self.mostCompared).map { request in
      (differences: Self.differences(of: request, from: wanted), request)
    }
    let nearest = ranked.min { left, right in
      let distances = [left, right].map { Self.distance($0.1, wanted) }
      return (left.differences.count, distances[0]) < (right.differences.count, distances[1])
    }
    guard let nearest else {
      description = "the test sent no request"
      return
    }
    let differences =
      nearest.differences.isEmpty
      ? "its host, query, header fields or body differ"
      : nearest.differences.joined(separator: ", ")
    description = "nearest: \(nearest.1.line) (\(differences))"
  }

  private static func differences(of sent: SentRequest, from wanted: Wanted) -> [String] {
    var found: [String] = []
    if let service = wanted.service, service != sent.service {
      found.append(sent.service.map { "it was sent to \($0)" } ?? "it got a stubbed response")
    }
    if let method = wanted.method, method != sent.request.method {
      found.append("the method is \(sent.request.method.rawValue), not \(method.rawValue)")
    }
    if let path = wanted.path, !PathPattern(path).matches(sent.request.target.rawPath) {
      found.append("the path is \(sent.request.target.rawPath), not \(path)")
    }
    if let route = wanted.route, route != sent.route {
      found.append(
        sent.route.map { "its route is \"\($0)\", not \"\(route)\"" } ?? "it has no route")
    }
    return found
  }

  private static func distance(_ sent: SentRequest, _ wanted: Wanted) -> Int {
    EditDistance.between(
      sent.line, "\(wanted.method?.rawValue ?? "") \(wanted.path ?? sent.request.target.rawPath)")
  }
}

extension ActiveFault {
  /// Returns the finding about a fault plan that did not apply to any request.
  func idleFinding(among sent: [SentRequest]) -> Finding {
    var parts = ["fault plan \(number)"]
    let aim = [
      plan.emulator.map { "emulator \($0)" }, plan.route.map { "route \"\($0)\"" },
      plan.method.map { $0.rawValue }, plan.path,
    ].compactMap(\.self)
    if !aim.isEmpty { parts.append("(\(aim.joined(separator: ", ")))") }
    let subject = parts.joined(separator: " ")
    let problem: String
    if matchCount > 0 {
      problem =
        "matched \(matchCount) \(matchCount == 1 ? "request" : "requests"), but \(plan.due)"
    } else {
      let wanted = NearestRequest.Wanted(
        service: plan.emulator, route: plan.route, method: plan.method, path: plan.path)
      let sent = aim.isEmpty ? [] : sent
      problem = "no request matched it; \(NearestRequest(to: wanted, among: sent).description)"
    }
    return Finding(
      "\(subject) applied to no request: \(problem)"
        + "; remove the plan", isUnused: true)
  }
}

extension FaultPlan {
  /// The requests to which the plan applies, for a message about a plan that applied to none.
  fileprivate var due: String {
    switch occurrence {
    case .call(let number): "it applies to request \(number)"
    case .every(let step): "it applies to every request \(step)"
    case .probability(let share): "it applies to a share of \(share)"
    case .always: "an earlier plan applied to them"
    }
  }
}

extension Stubs {
  /// Returns the findings about the stubs that no request got.
  func unusedFindings(among sent: [SentRequest]) -> [Finding] {
    unused.map { pattern in
      let wanted = NearestRequest.Wanted(method: pattern.method, path: pattern.path)
      return Finding(
        "the stub of \(pattern) was not used: "
          + NearestRequest(to: wanted, among: sent).description
          + "; remove the stub", isUnused: true)
    }
  }
}
