package import GhostlightCore
package import TestExecutors

/// An app's calls to the module and the expected results, which do not depend on where the back end
/// runs.
package struct Scenario: Scripted {
  package let script: Script<Given, Device, JSON>

  package init(script: Script<Given, Device, JSON>) { self.script = script }

  /// The scenarios that can be played in any call style.
  package static let all = [accounts, objects, edges, pages, files, searches].flatMap(\.self)
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
