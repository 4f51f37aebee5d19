public import GhostlightCore

extension Responder {
  /// Answers as before, and keeps each exchange in a recorder.
  public func recorded(into recorder: Recorder) -> Responder {
    var recorded = Responder(name: name) { request in
      let ticket = recorder.begin()
      let response = await respond(request)
      recorder.end(ticket, request, response)
      return response
    }
    if let respondNow {
      recorded.respondNow = { request in
        let ticket = recorder.begin()
        let response = respondNow(request)
        recorder.end(ticket, request, response)
        return response
      }
    }
    return recorded
  }

  /// Answers from a recording only, with the matcher's default and each exchange once.
  ///
  /// Keep a ``Replayer`` instead where its report is wanted.
  public static func replay(_ recording: Recording) -> Responder {
    Replayer(recording).responder
  }
}
