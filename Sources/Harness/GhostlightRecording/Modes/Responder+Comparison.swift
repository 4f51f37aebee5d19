public import GhostlightCore

extension Responder {
  /// Answers as before, asks another responder the same, and collects what differs.
  ///
  /// What this one answers is expected. The other is asked after it, with its own ids and tokens in
  /// place of those that this one issued; the client waits for both.
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
