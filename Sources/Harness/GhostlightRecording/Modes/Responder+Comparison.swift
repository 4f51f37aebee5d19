public import GhostlightCore

extension Responder {
  /// Returns a responder that also sends each request to another one and collects the differences.
  ///
  /// Clients get the response of this responder, which is the expected one. The other responder
  /// gets the request after that, with its own ids and tokens instead of those that this one
  /// issued. Clients wait for both.
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
