import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension NamespaceState {
  /// Why a change does not fit.
  struct ReplayProblem: Error {
    let reason: String
    /// Whether it was answered otherwise when it was written down.
    var isDifferentAnswer = false
  }

  /// Does a change again at its own moment, however much work that takes.
  mutating func replay(
    _ change: Change, _ scene: Scene, _ restored: Snapshot?
  ) throws(ReplayProblem) {
    // A change that took long is written down after later ones; numbers wrap.
    if Int64(bitPattern: change.moment &- moments) > 0 { moments = change.moment }
    let moment = scene.moment(change.moment, milliseconds: change.milliseconds)
    switch change.operation {
    case .exchange(let emulator, let request):
      guard let position = scene.position(of: emulator) else {
        throw ReplayProblem(reason: "no emulator \(emulator)")
      }
      let answer = backends[position].answer(request, at: moment, within: .unlimited)
      let now = Change.Answer(answer.response, of: scene.configuration.emulators[position])
      let isSame = change.answer.map { $0.digest == now.digest } ?? true
      guard answer.effect == .changed, isSame else {
        throw ReplayProblem(
          reason: "\(request.method.rawValue) \(request.target.raw) is answered "
            + "\(answer.response.status.code) now", isDifferentAnswer: change.answer != nil)
      }
    case .state(let emulator, let name, let parameters):
      guard let position = scene.position(of: emulator) else {
        throw ReplayProblem(reason: "no emulator \(emulator)")
      }
      do throws(ProviderStateProblem) {
        let values = try backends[position].bringAbout(name, parameters: parameters, at: moment)
        let isSame = change.answer.map { $0.digest == Change.Answer(values).digest } ?? true
        guard !isSame else { return }
      } catch {
        throw ReplayProblem(reason: error.description)
      }
      throw ReplayProblem(
        reason: "the state \"\(name)\" has other values now", isDifferentAnswer: true)
    case .clock(let clock): self.clock = clock
    case .reset(let emulator):
      reset(
        to: scene.initialState, emulator: emulator.flatMap(scene.position),
        isWhole: emulator == nil)
    case .restore:
      if let restored { apply(restored) }
    case .fork, .drop: break
    }
  }
}

extension Change.Answer {
  /// What is compared of an emulator's response.
  init(_ response: Response, of emulator: Emulator) {
    self = .response(
      status: response.status.code, body: emulator.namesListeners ? [] : response.body)
  }

  /// The values that a provider state gave.
  init(_ values: JSONObject) { self = .response(status: 0, body: JSON.object(values).bytes) }
}
