import GhostlightCore
import GhostlightEmulation
import Testing

@Suite struct `Provider state tables` {
  private static let table: ProviderStateTable<[String]> = [
    ProviderState(
      "item exists", parameters: ["name": "string", "twice": "boolean"],
      results: ["id": "the item's id"]
    ) { parameters, state, moment throws(ProviderStateError) in
      state.append(parameters["name"]?.string ?? "")
      guard parameters["name"] != nil else { throw ProviderStateError("name it") }
      return ["id": .string(moment.draw(.uuid, named: "item"))]
    },
    ProviderState("empty") { _, state, _ throws(ProviderStateError) in
      state = []
      return [:]
    },
  ]

  /// Sets up a provider state, and returns the result or the error, with the backend afterwards.
  private func setUp(
    _ name: String, _ parameters: JSONObject
  ) -> (result: Result<JSONObject, ProviderStateError>, state: [String]) {
    var state = ["a"]
    var moment = Moment.numbered()
    do throws(ProviderStateError) {
      let values = try Self.table.setUp(name, parameters: parameters, &state, &moment)
      return (.success(values), state)
    } catch {
      return (.failure(error), state)
    }
  }

  @Test func `a known provider state changes the backend and returns its results`() {
    let outcome = setUp("item exists", ["name": "b"])
    #expect(outcome.result == .success(["id": "item-1"]))
    #expect(outcome.state == ["a", "b"])
  }

  @Test(
    arguments: [
      (
        "item exits", [:],
        #"no provider state is named "item exits"; there are: item exists, empty"#
      ),
      (
        "item exists", ["nam": "b"],
        #""item exists" takes no parameter "nam"; it takes: name, twice"#
      ),
      ("empty", ["name": "b"], #""empty" takes no parameter "name"; it takes: none"#),
      ("item exists", [:], "name it"),
    ] as [(String, JSONObject, String)])
  func `an error names the remedy and leaves the backend unchanged`(
    name: String, parameters: JSONObject, problem: String
  ) {
    let outcome = setUp(name, parameters)
    #expect(outcome.result == .failure(ProviderStateError(problem)))
    #expect(outcome.state == ["a"])
  }

  @Test func `the table lists names, parameters and results in order`() {
    let summaries = Self.table.summaries
    #expect(summaries.map(\.name) == ["item exists", "empty"])
    #expect(summaries[0].parameters.map(\.name) == ["name", "twice"])
    #expect(summaries[0].parameters.map(\.meaning) == ["string", "boolean"])
    #expect(summaries[0].results.map(\.name) == ["id"])
    #expect(summaries[1].parameters == [])
  }
}
