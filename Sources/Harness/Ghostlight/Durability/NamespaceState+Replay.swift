import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension NamespaceState {
  /// Does a change again at its own moment.
  ///
  /// - Returns: What does not fit, or `nil`.
  mutating func replay(_ change: Change, _ scene: Scene, _ restored: Snapshot?) -> String? {
    moments = change.moment
    let moment = scene.moment(change.moment, milliseconds: change.milliseconds)
    switch change.operation {
    case .exchange(let emulator, let request):
      guard let position = scene.position(of: emulator) else { return "no emulator \(emulator)" }
      let answer = backends[position].answer(request, at: moment)
      if answer.effect != .changed {
        return "\(request.method.rawValue) \(request.target.raw) is answered "
          + "\(answer.response.status.code) now"
      }
    case .state(let emulator, let name, let parameters):
      guard let position = scene.position(of: emulator) else { return "no emulator \(emulator)" }
      do throws(ProviderStateProblem) {
        _ = try backends[position].bringAbout(name, parameters: parameters, at: moment)
      } catch {
        return error.description
      }
    case .clock(let clock): self.clock = clock
    case .reset(let emulator):
      reset(
        to: scene.initialState, emulator: emulator.flatMap(scene.position),
        isWhole: emulator == nil)
    case .restore:
      if let restored { apply(restored) }
    case .fork, .drop: break
    }
    return nil
  }
}
