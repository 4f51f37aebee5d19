import AppCenterEmulator

extension StageConfiguration {
  /// Lets App Center's apps whose account is the standard one find Cosmos DB at another port.
  public mutating func moveDefaultAccounts(toPort port: Int) {
    for position in emulators.indices {
      guard var exchange = emulators[position].seed as? AppCenterBackend else { continue }
      exchange.moveDefaultAccounts(toPort: port)
      emulators[position].seed = exchange
    }
  }
}
