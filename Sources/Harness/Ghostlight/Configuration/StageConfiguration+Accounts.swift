import AppCenterEmulator

extension StageConfiguration {
  /// Lets App Center's apps whose account is the standard one find Cosmos DB at another port, in all
  /// namespaces of every stage that has this configuration.
  public func noteCosmosPort(_ port: Int) {
    for emulator in emulators {
      (emulator.seed as? AppCenterBackend)?.cosmosPort.note(port)
    }
  }
}
