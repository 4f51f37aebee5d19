import GhostlightContracts
import GhostlightCore

extension PactRequest {
  /// Returns a query request (B13), by default for the `goods` container.
  static func sql(
    _ text: String, _ parameters: KeyValuePairs<String, JSON>? = nil, in path: String = Shop.docs
  ) -> PactRequest {
    var body: JSONObject = ["query": .string(text)]
    if let parameters {
      body["parameters"] = .array(
        parameters.map { ["name": .string($0.key), "value": $0.value] })
    }
    return .post(
      "\(path)",
      headers: [
        "Content-Type": "application/query+json", "x-ms-documentdb-isquery": "True",
      ], json: .value(.object(body)))
  }

  /// Returns a copy of the query that reads all partitions.
  func acrossPartitions() -> PactRequest {
    headers(["x-ms-documentdb-query-enablecrosspartition": "True"])
  }
}
