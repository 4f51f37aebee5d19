extension AppCenterBackend {
  /// Lets the apps whose account is the standard one find Cosmos DB at another port.
  package mutating func moveDefaultAccounts(toPort port: Int) {
    for position in state.apps.indices
    where state.apps[position].account == AppCenterApp.defaultAccount {
      state.apps[position].account = "{scheme}://{host}:\(port)"
    }
  }
}
