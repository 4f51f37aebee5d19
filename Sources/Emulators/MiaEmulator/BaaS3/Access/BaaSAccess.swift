import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Who calls the first generation, and whether the secret lets them (B1, B5).
enum BaaSAccess {
  /// The caller; a session that is unknown or has ended is nobody's.
  ///
  /// - Throws: That the secret is missing or wrong.
  static func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, isForAnybody: Bool
  ) throws(Fault) -> Caller {
    if !isForAnybody, state.configuration.checksSecret,
      !state.configuration.isSecret(request.headers.value(of: .secret)),
      needsSecret(request, state)
    {
      throw .baasWrongSecret.because("the header field \"secret\" has to hold the API secret")
    }
    guard let sid = request.sessionID,
      let userID = state.accounts.userID(ofSession: sid, at: moment)
    else { return .anonymous }
    return .user(name: userID, realm: MiaState.usersName)
  }

  private static func needsSecret(_ request: Request, _ state: MiaState) -> Bool {
    guard !state.baas.access.isEmpty else { return true }
    let segments = request.target.rawPath.split(separator: "/")
      .map { PercentEncoding.decode(String($0)) ?? "" }
    guard let name = segments.first, let rules = state.baas.access[ExactText(name)] else {
      return true
    }
    return rules.needsSecret(AccessOperation(request, segments: segments))
  }
}

extension Call {
  /// The id of the user who calls, or `nil` without a session.
  var sessionUserID: String? {
    guard case .user(let id, _) = caller else { return nil }
    return id
  }
}

extension MiaState {
  /// Which items a caller may do something to.
  ///
  /// - Throws: That it is none.
  func scope(
    of operation: AccessOperation, in name: String, _ call: Call
  ) throws(Fault) -> AccessScope {
    guard !baas.access.isEmpty, let rules = baas.access[ExactText(name)] else { return .all }
    let user = call.sessionUserID
    let groups = user.flatMap { accounts.users[$0]?["groups"]?.array } ?? []
    return try rules.scope(
      of: operation, userID: user, groups: groups.compactMap(\.string))
  }
}
