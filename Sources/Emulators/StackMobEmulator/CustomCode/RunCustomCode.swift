import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of custom code (A21): `GET`, `POST`, `PUT` or `DELETE` of `/<method>`.
///
/// If a method and a schema have the same name, the method is called. Permissions do not apply, but
/// the code can read the name of the logged-in user.
extension StackMobBackend {
  static func runCustomCode(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let name = state.customCodeName(call["method"]) else {
      throw .unknownSchema.filled(["name": call["method"]])
    }
    var instance = state.instance(ofCustomCode: name)
    switch instance.readiness(at: moment) {
    case .ready: break
    case .starting(let seconds): throw .customCodeStarting(in: seconds)
    case .scheduled(let seconds):
      // The refusal is returned instead of thrown, because throwing it would leave the state
      // unchanged and the call would not be counted.
      instance.schedule(at: moment)
      state.customCode[BytewiseString(name)] = instance
      return Envelope.print(.customCodeStarting(in: seconds))
    }
    let user = try loggedIn(call, state, moment)
    let code = CustomCodeCall(
      method: call["method"], request: call.request, userName: user?.name,
      userSchema: user?.realm, milliseconds: moment.milliseconds)
    try call.budget.spend(bytes: call.request.body.count)
    switch instance.fixture {
    case .program(let program):
      return try program.response(to: code, named: name, publicKey: state.publicKey)
    case .template(let template): return try template.respond(to: code, within: call.budget)
    case .answer(let answer): return answer.response
    case nil: break
    }
    return state.configuration.code(named: name)?.respond(code) ?? Response(.ok)
  }
}

extension StackMobState {
  /// Returns the name of the method that `segment` names, as spelled or in lower case, or `nil` if
  /// there is no such method.
  func customCodeName(_ segment: String) -> String? {
    guard !customCode.isEmpty || !configuration.customCode.isEmpty else { return nil }
    for name in [segment, segment.lowercased()] {
      if configuration.code(named: name) != nil { return name }
      if customCode[BytewiseString(name)]?.fixture != nil { return name }
    }
    return nil
  }

  /// The public key of the environment.
  fileprivate var publicKey: String {
    (isDevelopment ? configuration.developmentKeys : configuration.productionKeys).publicKey
  }

  func instance(ofCustomCode name: String) -> CustomCodeInstance {
    customCode[BytewiseString(name)]
      ?? CustomCodeInstance(startSeconds: Int64(configuration.code(named: name)?.startSeconds ?? 0))
  }
}
