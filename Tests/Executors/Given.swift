package import GhostlightCore

/// A provider state of an emulator, with its parameters.
package struct Given: Sendable {
  package let name: String
  package let parameters: JSONObject

  package init(_ name: String, _ parameters: JSONObject) {
    self.name = name
    self.parameters = parameters
  }
}
