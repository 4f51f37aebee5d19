import GhostlightCore

/// Watches a responder while it is compared: how far it is, and whether anybody answers.
struct DiffWatch {
  private let answers = AnswerWatch()
  private let progress: CountProgress

  init(total: Int) {
    progress = CountProgress("comparing", of: total)
  }

  /// Why the first request failed, where none of the requests got through.
  var unreachable: String? { answers.unreachable }

  func end() { progress.end() }

  /// The responder, each of whose answers is counted.
  func watching(_ responder: Responder) -> Responder {
    Responder(name: responder.name) { [answers, progress] request in
      let response = await responder.respond(request)
      progress.show(answers.note(response))
      return response
    }
  }
}
