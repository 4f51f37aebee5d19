import GhostlightEmulation

/// Both generations' named preconditions.
extension MiaBackend {
  static let providerStates = ProviderStateTable<MiaState>(crudStates + baasStates)
}
