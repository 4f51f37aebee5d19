import GhostlightCore
import GhostlightEmulation

/// A project: the collections of both generations, and the users they share.
package struct MiaState: Sendable {
  private(set) var configuration: MiaConfiguration
  /// What provider states have set since the project was made.
  private(set) var settings: JSONObject = [:]
  /// The collections of the CRUD service.
  var crud = CRUDState()
  /// The collections, files and rules of the first generation.
  var baas = BaaSState()
  /// Users and sessions, which both generations know.
  var accounts = Accounts()
  /// The mails that the project would have sent.
  var outbox = Outbox()

  package init(_ configuration: MiaConfiguration) { self.configuration = configuration }

  /// Sets the project otherwise, in the words of the configuration's section.
  ///
  /// - Throws: `ConfigurationProblem` with the place; nothing is set then.
  mutating func set(_ settings: JSONObject) throws(ConfigurationProblem) {
    let reader = ConfigurationReader(.object(settings))
    try reader.allowOnly(MiaConfiguration.members)
    configuration = try MiaConfiguration(reader, changing: configuration)
    for member in settings { self.settings[member.key] = member.value }
  }
}
