import GhostlightCore
import TestExecutors

/// What an app does with the module, and all that it is told; the same wherever the back end is.
struct Scenario: Scripted {
  let script: Script<Given, Device, JSON>

  static let all = [accounts, objects, edges, pages, files, searches, overlay].flatMap(\.self)
}

extension Given {
  static func object(_ object: JSONObject) -> Given {
    Given("object exists", ["object": .object(object)])
  }

  static func edge(_ source: String, _ edge: String, _ destination: String) -> Given {
    Given(
      "edge exists",
      [
        "source": .string(source), "edge": .string(edge), "destination": .string(destination),
      ])
  }
}
