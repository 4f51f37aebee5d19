import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension NamespaceState {
  /// What an exchange gives back to whoever holds no lock any more.
  struct Outcome {
    var response: Response
    /// The number of the change to settle.
    var change: Int64?
  }

  /// Lets an emulator answer, unless a fault plan strikes, and notes the exchange.
  mutating func exchange(
    _ request: Request, emulator position: Int, _ scene: Scene, system: Int64
  ) -> Outcome {
    guard faults.isEmpty else {
      return troubledExchange(request, emulator: position, scene, system: system)
    }
    let moment = nextMoment(scene, system: system)
    let answer = backends[position].answer(request, at: moment)
    return note(request, answer, emulator: position, scene, moment)
  }

  private mutating func troubledExchange(
    _ request: Request, emulator position: Int, _ scene: Scene, system: Int64
  ) -> Outcome {
    let name = scene.configuration.emulators[position].name
    var moment = nextMoment(scene, system: system)
    var draw = moment
    let backend = backends[position]
    guard
      let fault = faults.strike(
        request, emulator: name, chance: draw.number(), route: { backend.route(of: request) })
    else {
      let answer = backends[position].answer(request, at: moment)
      return note(request, answer, emulator: position, scene, moment)
    }
    let action = fault.plan.action
    var clockChange: Int64?
    if action.latencyMilliseconds != 0, !action.isLatencyReal {
      clock.apply(.advance(milliseconds: action.latencyMilliseconds), system: system)
      moment.milliseconds = clock.now(system: system)
      clockChange = write(.clock(clock), scene, milliseconds: moment.milliseconds)
    }
    var answer: Answer
    if action.reachesBackend {
      answer = backends[position].answer(request, at: moment)
    } else {
      let response = action.replacement ?? Response(.serviceUnavailable)
      answer = Answer(response, route: backend.route(of: request), effect: .injected)
    }
    answer.response.delivery = action.delivery
    if action.isLatencyReal {
      answer.response.delayMilliseconds = Int(clamping: action.latencyMilliseconds)
    }
    var outcome = note(request, answer, emulator: position, scene, moment, fault: fault.number)
    outcome.change = outcome.change ?? clockChange
    return outcome
  }

  private mutating func note(
    _ request: Request, _ answer: Answer, emulator position: Int, _ scene: Scene,
    _ moment: Moment, fault: Int? = nil
  ) -> Outcome {
    let name = scene.configuration.emulators[position].name
    journal.append(
      JournalEntry(
        number: journal.count + 1, emulator: name, milliseconds: moment.milliseconds,
        request: request, answer: answer, fault: fault))
    guard answer.effect == .changed else { return Outcome(response: answer.response) }
    tellNews(ofEmulator: position)
    let change = write(
      .exchange(emulator: name, request), scene, milliseconds: moment.milliseconds)
    return Outcome(response: answer.response, change: change)
  }
}
