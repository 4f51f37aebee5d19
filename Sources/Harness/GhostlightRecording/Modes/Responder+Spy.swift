public import GhostlightCore

extension Responder {
  /// Answers from a recording where it can, else lets this responder speak.
  ///
  /// What falls through is no miss of the replayer; the log says who answered. To record what fell
  /// through, spy on `recorded(into:)`.
  public func spied(by replayer: Replayer, log: SpyLog = SpyLog()) -> Responder {
    var spy = Responder(name: name) { request in
      if let response = Self.recorded(request, replayer, log, otherwise: name) { return response }
      return await respond(request)
    }
    if let respondNow {
      spy.respondNow = { request in
        Self.recorded(request, replayer, log, otherwise: name) ?? respondNow(request)
      }
    }
    return spy
  }

  private static func recorded(
    _ request: Request, _ replayer: Replayer, _ log: SpyLog, otherwise name: String
  ) -> Response? {
    guard let served = replayer.take(request) else {
      log.add(SpyNote(request, .responder(name)))
      return nil
    }
    log.add(SpyNote(request, .recording(entry: served.number)))
    return served.response
  }
}
