import GhostlightCore

extension ContractNotes {
  init(reading node: PactNode) throws(PactProblem) {
    for entry in try node["evidence"]?.elements() ?? [] {
      let kind = try entry.required("kind").word(Evidence.Kind.self)
      evidence.append(Evidence(kind, try entry.required("source").string()))
    }
    absentFields = try Self.paths(node["absentFields"])
    noExtraFields = try Self.paths(node["noExtraFields"])
    for name in try node["absentHeaders"]?.elements() ?? [] {
      absentHeaders.append(try name.string())
    }
    for entry in try node["order"]?.elements() ?? [] {
      let path = try entry.required("path")
      _ = try PactPath(reading: path)
      let direction = try entry.required("direction").word(OrderPromise.Direction.self)
      order.append(OrderPromise(try path.string(), direction))
    }
    fault = try node["fault"]?.string()
    latency = try node["latency"]?.word(LatencyClass.self)
    route = try node["route"]?.string()
    extras = try node.rest(
      without: "evidence", "absentFields", "noExtraFields", "absentHeaders", "order", "fault",
      "latency", "route")
  }

  private static func paths(_ node: PactNode?) throws(PactProblem) -> [String] {
    var paths: [String] = []
    for entry in try node?.elements() ?? [] {
      _ = try PactPath(reading: entry)
      paths.append(try entry.string())
    }
    return paths
  }
}
