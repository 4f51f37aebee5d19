import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The gateway in front of the CRUD service (A1).
enum CRUDAccess {
  /// Who calls: the user of the trust header, of the session, or nobody.
  static func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, isForAnybody: Bool
  ) throws(Fault) -> Caller {
    let caller = user(of: request, state, moment)
      .map { Caller.user(name: $0, realm: MiaState.usersName) }
    let access = access(to: request, state)
    guard !isForAnybody, access != .open else { return caller ?? .anonymous }
    let secret =
      request.headers.value(of: .secret) ?? request.headers.value(of: .clientKey)
    guard !state.configuration.checksSecret || state.configuration.isSecret(secret) else {
      throw .crudUnauthorized.because(
        secret == nil ? "the header \"secret\" is missing" : "the secret is another")
    }
    guard access != .login || caller != nil else {
      throw .crudUnauthorized.because("the collection needs a login; send a valid sid")
    }
    return caller ?? .anonymous
  }

  private static func user(
    of request: Request, _ state: MiaState, _ moment: Moment
  ) -> String? {
    if let user = request.headers.value(of: .userID), !["", "null", "undefined"].contains(user) {
      return user
    }
    return request.sessionID.flatMap { state.accounts.userID(ofSession: $0, at: moment) }
  }

  private static func access(to request: Request, _ state: MiaState) -> CollectionAccess {
    guard let segment = secondSegment(of: request.target),
      let name = PercentEncoding.decode(segment),
      let position = state.crud.position(of: name)
    else { return .secreted }
    return state.crud.collections[position].access
  }

  private static func secondSegment(of target: RequestTarget) -> String? {
    var path = target.raw.utf8.prefix(target.pathLength)
    var segment = path.prefix(0)
    for _ in 0..<2 {
      path = path.drop { $0 == UInt8(ascii: "/") }
      segment = path.prefix { $0 != UInt8(ascii: "/") }
      path = path[segment.endIndex...]
    }
    return segment.isEmpty ? nil : String(decoding: segment, as: UTF8.self)
  }
}

extension Call {
  /// The id of the user who calls, `public` without one (A1).
  var userID: String { sessionUserID ?? "public" }
}
