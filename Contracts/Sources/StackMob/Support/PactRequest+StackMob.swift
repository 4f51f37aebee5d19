import GhostlightContracts

extension PactRequest {
  /// Returns the request with the signature that a state has created for it.
  ///
  /// Signatures include the host, so the request names the same host.
  func signed() -> PactRequest {
    headers([
      "Host": "api.stackmob.com",
      "Authorization": .fromState("${authorization}", #"MAC id="a",ts="1",nonce="n1",mac="m""#),
    ])
  }

  /// Returns the request to version 1, with the key of its environment.
  func inProduction() -> PactRequest {
    headers([
      "X-StackMob-API-Key": "\(Sample.productionKey)", "Accept": Sample.accept(version: 1),
    ])
  }
}
