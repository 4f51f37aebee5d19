extension AppCenterBackend {
  /// Where this service and all copies of it take the Cosmos emulator to listen, as apps are told
  /// whose account is the standard one.
  public var cosmosPort: CosmosPort { state.cosmosPort }
}
