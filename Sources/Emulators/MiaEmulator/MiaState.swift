import GhostlightEmulation

/// A project: the collections of both generations, and the users they share.
package struct MiaState: Sendable {
  let configuration: MiaConfiguration
  /// The collections of the CRUD service.
  var crud = CRUDState()
  /// The collections, files and rules of the first generation.
  var baas = BaaSState()
  /// Users and sessions, which both generations know.
  var accounts = Accounts()
  /// The mails that the project would have sent.
  var outbox = Outbox()

  package init(_ configuration: MiaConfiguration) { self.configuration = configuration }
}
