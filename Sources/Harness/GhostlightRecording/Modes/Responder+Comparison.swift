public import GhostlightCore

extension Responder {
  /// Returns a responder that also sends each request to `other` and collects the differences.
  ///
  /// Clients receive the response of this responder, which is the expected one. After that, `other`
  /// receives the request, with the ids and tokens that `other` issued instead of those of this
  /// responder. Clients wait for both responses.
  public func compared(with other: Responder, into collector: DriftCollector) -> Responder {
    var compared = Responder(name: name) { request in
      let expected = await respond(request)
      let actual = await other.respond(collector.request(forActual: request))
      collector.note(request, expected: expected, actual: actual)
      return expected
    }
    if let respondNow, let otherRespondsNow = other.respondNow {
      compared.respondNow = { request in
        let expected = respondNow(request)
        let actual = otherRespondsNow(collector.request(forActual: request))
        collector.note(request, expected: expected, actual: actual)
        return expected
      }
    }
    return compared
  }
}
