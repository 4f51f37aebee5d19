import GhostlightContracts

extension PactRequest {
  /// Returns the request with the signature that a provider state has created for it.
  ///
  /// A signature includes the host, so the request has a fixed `Host` field.
  func signed() -> PactRequest {
    headers([
      "Host": "api.stackmob.com",
      "Authorization": .fromState("${authorization}", #"MAC id="a",ts="1",nonce="n1",mac="m""#),
    ])
  }

  /// Returns the request for API version 1, with the production key.
  func inProduction() -> PactRequest {
    headers([
      "X-StackMob-API-Key": "\(Sample.productionKey)", "Accept": Sample.accept(version: 1),
    ])
  }
}
