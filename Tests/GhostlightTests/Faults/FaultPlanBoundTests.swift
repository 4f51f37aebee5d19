import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import Ghostlight

@Suite struct `Bounds of fault plans` {
  @Test(
    arguments: [
      (["status": 200], true), (["status": 199], false), (["status": 599], true),
      (["status": 600], false), (["latency": "1h"], true), (["latency": "1h1ms"], false),
      (["latency": "0ms", "status": 500], true), (["latency": "0ms"], false),
      (["latency": "-1ms"], false), (["latency": "1ms", "real": true], true),
      (["real": true, "status": 500], false), (["status": 500, "nth": 1], true),
      (["status": 500, "nth": 0], false), (["status": 500, "every": 1], true),
      (["status": 500, "every": 0], false), (["status": 500, "times": 1_000_000_000], true),
      (["status": 500, "times": 1_000_000_001], false), (["status": 500, "probability": 0], true),
      (["status": 500, "probability": 1], true), (["status": 500, "probability": 1.01], false),
      (["status": 500, "probability": -0.01], false),
      (["status": 500, "nth": 1, "every": 1], false),
      (["status": 500, "nth": 1, "probability": 1], false), (["retryAfter": 1], true),
      (["retryAfter": 0], false), (["delivery": ["truncate": 0]], true),
      (["delivery": ["truncate": -1]], false), (["delivery": ["truncate": 1_073_741_824]], true),
      (["delivery": ["truncate": 1_073_741_825]], false), (["delivery": ["dribble": 1]], true),
      (["delivery": ["dribble": 0]], false), (["delivery": ["dribble": 1_073_741_824]], true),
      (["delivery": ["dribble": 1_073_741_825]], false),
      (["delivery": ["dribble": 1, "pause": "1m"]], true),
      (["delivery": ["dribble": 1, "pause": "1m1ms"]], false),
      (["delivery": ["dribble": 1, "pause": "0ms"]], true),
      (["delivery": ["dribble": 1, "truncate": 1]], false), (["delivery": ["pause": "1ms"]], false),
      (["delivery": "whole"], false), (["headers": [:]], false), (["body": ""], false),
      ([:], false),
    ] as [(JSON, Bool)])
  func `a number of a plan is valid up to its bounds`(_ json: JSON, _ isValid: Bool) {
    let plan = try? FaultPlan(json: json, emulators: Service.all)
    #expect((plan != nil) == isValid)
  }

  @Test(
    arguments: [
      (.call(1), nil, [1]), (.call(3), nil, [3]), (.every(1), nil, [1, 2, 3, 4, 5, 6, 7]),
      (.every(3), nil, [3, 6]), (.every(0), nil, []), (.every(2), 2, [2, 4]),
      (.always, 3, [1, 2, 3]),
      (.call(2), 1, [2]), (.probability(0), nil, []), (.probability(1), 2, [1, 2]),
    ] as [(FaultPlan.Occurrence, Int?, [Int])])
  func `an occurrence and a number of times select requests`(
    _ occurrence: FaultPlan.Occurrence, _ times: Int?, _ hits: [Int]
  ) throws {
    let stage = Stage.notes()
    var plan = FaultPlan(.answer(Response(.gone)))
    (plan.occurrence, plan.times) = (occurrence, times)
    let space = try stage.namespace()
    try space.addFault(plan)
    let found = (1...7).filter { _ in stage.add("x").status == .gone }
    #expect(found == hits)
    #expect(space.faults.map(\.matchCount) == [7])
    #expect(space.faults.map(\.hitCount) == [hits.count])
  }

  @Test(
    arguments: [
      (["status": 503], nil), (["status": 503, "retryAfter": 9], "9"), (["retryAfter": 9], "9"),
      (["status": 503, "retryAfter": 9, "body": "x"], "9"),
      (["status": 204, "retryAfter": 9], "9"),
    ] as [(JSON, String?)])
  func `a time of retry is in the response, in both forms`(_ json: JSON, _ seconds: String?) throws
  {
    let plan = try FaultPlan(json: json, emulators: Service.all)
    #expect((plan.action.failure == nil) != (plan.action.replacement == nil))
    let field =
      plan.action.replacement?.headers[.retryAfter]
      ?? plan.action.failure?.retryAfterSeconds.map(String.init)
    #expect(field == seconds)
    let status = plan.action.replacement?.status ?? plan.action.failure?.status
    #expect(status?.code == Int(json["status"]?.integer ?? 503))
  }

  @Test(
    arguments: [
      (.maxBody, 0, 1 << 40), (.maxBodies, 0, 1 << 40), (.maxControlBody, 0, 1 << 40),
      (.maxUnsent, 0, 1 << 40), (.maxHead, 1024, 1 << 40), (.maxConnections, 1, 1_000_000),
      (.maxTunnels, 0, 100_000), (.idleSeconds, 1, 86_400),
    ] as [(ServerLimit, Int64, Int64)])
  func `a limit of a server has its range`(_ limit: ServerLimit, _ least: Int64, _ most: Int64)
    throws
  {
    #expect(limit.range == least...most)
    let read = { (value: Int64) in
      try? StageConfiguration(json: ["limits": .object([limit.rawValue: .integer(value)])]).limits
    }
    #expect(read(least) == [limit: Int(least)])
    #expect(read(most) == [limit: Int(most)])
    #expect(read(least - 1) == nil && read(most + 1) == nil)
  }

  @Test(arguments: [false, true])
  func `an exchange under a running clock has the time of the system`(_ hasPlan: Bool) throws {
    let stage = Stage.notes { $0.clock = .system }
    let space = try stage.namespace()
    if hasPlan { try space.addFault(FaultPlan(.latency(milliseconds: 1, isReal: true))) }
    let before = SystemTime.milliseconds()
    let time = try #require(stage.time())
    let after = SystemTime.milliseconds()
    #expect((before...after).contains(time))
    #expect(space.journal.map(\.milliseconds) == [time])
    #expect((1_600_000_000_000..<4_000_000_000_000).contains(time))
    let nanoseconds = try #require(space.journal.first?.nanoseconds)
    #expect((0...(after - before + 1) * 1_000_000).contains(nanoseconds))
    #expect(SystemTime.passed(since: .max) == 0)
  }
}
