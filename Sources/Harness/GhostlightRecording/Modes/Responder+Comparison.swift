public import GhostlightCore

extension Responder {
  /// Returns a responder that also sends each request to `other` and collects the differences.
  ///
  /// Clients receive the response of this responder, which is the expected one. After that, `other`
  /// receives the request, with the ids and tokens that `other` issued instead of those of this
  /// responder. Clients wait for both responses, which are compared with their whole bodies.
  public func compared(with other: Responder, into collector: DriftCollector) -> Responder {
    Responder(name: name) { [ask] request, _ in
      let first = ask(request, nil)
      guard let expected = first.immediate() else {
        return .deferred(
          .task {
            let expected = await first.response()
            let actual = await other.respond(collector.request(forActual: request))
            // A cancelled exchange has responses that no backend sent.
            guard !Task.isCancelled else { return expected }
            collector.record(request, expected: expected, actual: actual)
            return expected
          })
      }
      return other.collecting().ask(collector.request(forActual: request), nil).map { actual in
        collector.record(request, expected: expected, actual: actual)
        return expected
      }
    }
  }
}
