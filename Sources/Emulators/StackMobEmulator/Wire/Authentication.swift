import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Finds out who calls: nobody, a logged-in user (A4), or the holder of the private key (A5).
struct Authentication {
  private let request: Request
  private let keys: StackMobKeys
  private let state: StackMobState
  private let moment: Moment

  /// Who makes a request; token calls ignore the user, that is `Authorization: MAC` (A19.2).
  ///
  /// - Throws: ``Fault/notAuthorized`` for a bad token or signature, ``Fault/unknownPublicKey``.
  static func caller(
    of request: Request, ignoringUser: Bool, _ keys: StackMobKeys, _ state: StackMobState,
    _ moment: Moment
  ) throws(Fault) -> Caller {
    let field = request.headers.value(of: .authorization)
    let scheme = field.map(scheme(of:))
    if let field, scheme == "oauth" {
      return try Authentication(request: request, keys: keys, state: state, moment: moment)
        .privateKeyHolder(field)
    }
    guard let key = request.headers.value(of: .stackMobAPIKey) else {
      throw .unknownPublicKey.because("the request lacks X-StackMob-API-Key")
    }
    guard key.isExactly(keys.publicKey) else {
      throw .unknownPublicKey.because(
        "X-StackMob-API-Key is \(key); this environment's is \(keys.publicKey)")
    }
    guard let field, !ignoringUser else { return .anonymous }
    guard scheme == "mac" else {
      throw .notAuthorized.because("Authorization is neither MAC nor OAuth")
    }
    return try Authentication(request: request, keys: keys, state: state, moment: moment)
      .user(field)
  }

  private static func scheme(of field: String) -> String {
    String(decoding: field.utf8.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self).lowercased()
  }

  private func user(_ field: String) throws(Fault) -> Caller {
    let authorization: MACAuthorization
    do throws(AuthorizationHeaderError) {
      authorization = try MACAuthorization(parsing: field)
    } catch {
      throw .notAuthorized.because("Authorization is malformed: \(error)")
    }
    guard let session = state.sessions.session(accessToken: authorization.id, at: moment) else {
      throw .notAuthorized.because("the access token is unknown, expired or logged out")
    }
    var mismatch: SignatureMismatch?
    for candidate in candidates {
      switch MACVerifier.verify(authorization, key: session.macKey, request: candidate) {
      case .valid: return .user(name: session.userName, realm: session.userSchema)
      case .invalid(let found): mismatch = mismatch ?? found
      }
    }
    throw .notAuthorized.because("wrong MAC; \(mismatch?.description ?? "")")
  }

  /// The request as it came, and as a browser behind the old local proxy signed it (A2).
  private var candidates: [MACRequest] {
    var ports = state.configuration.httpPorts
    if request.scheme == "https" { ports.append(80) } else { ports = [] }
    let authority = Authority(request.authority)
    let direct = MACRequest(
      method: request.method.rawValue, target: request.target.raw, host: authority.host,
      port: authority.port(of: request.scheme), alternatePorts: ports)
    guard let host = request.headers.value(of: .stackMobForwardedHost) else { return [direct] }
    var forwarded = direct
    forwarded.host = host
    forwarded.port = request.headers.value(of: .stackMobForwardedPort).flatMap { Int($0) } ?? 80
    return [direct, forwarded]
  }

  private func privateKeyHolder(_ field: String) throws(Fault) -> Caller {
    let authorization: OAuth1Authorization
    do throws(AuthorizationHeaderError) {
      authorization = try OAuth1Authorization(parsing: field)
    } catch {
      throw .notAuthorized.because("Authorization is malformed: \(error)")
    }
    guard authorization.consumerKey.isExactly(keys.publicKey) else {
      throw .notAuthorized.because(
        "oauth_consumer_key is \(authorization.consumerKey); it must be \(keys.publicKey)")
    }
    let authority = Authority(request.authority)
    let signed = OAuth1Request(
      method: request.method.rawValue, scheme: request.scheme, host: authority.host,
      port: authority.port, target: request.target.raw)
    switch OAuth1Verifier.verify(authorization, secret: keys.privateKey, request: signed) {
    case .valid: return .administrator
    case .invalid(let mismatch):
      throw .notAuthorized.because("wrong OAuth1 signature; \(mismatch.description)")
    }
  }
}
