import GhostlightContracts

extension PactRequest {
  /// The request with the signature that a state has made for it.
  ///
  /// Signatures cover the host, so the request names the one that the state signed for.
  func signed() -> PactRequest {
    headers([
      "Host": "api.stackmob.com",
      "Authorization": .fromState("${authorization}", #"MAC id="a",ts="1",nonce="n1",mac="m""#),
    ])
  }

  /// The request to version 1, with the key of its environment.
  func inProduction() -> PactRequest {
    headers([
      "X-StackMob-API-Key": "\(Sample.productionKey)", "Accept": Sample.accept(version: 1),
    ])
  }
}
