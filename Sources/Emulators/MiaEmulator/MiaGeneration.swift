import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Which of the two services a request is for (0.3).
enum MiaGeneration: Sendable {
  /// BaaS up to 3, at the root and under `/v3`.
  case baas3
  /// The CRUD service, under `/v2`, and its status under `/-`.
  case crud4

  /// The generation, with the request as the route table knows it: without `/v3`.
  static func call(_ request: Request) -> (generation: MiaGeneration, request: Request) {
    let path = request.target.rawPath
    if path == "/v2" || path.hasPrefix("/v2/") || path == "/-" || path.hasPrefix("/-/") {
      return (.crud4, request)
    }
    guard path == "/v3" || path.hasPrefix("/v3/") else { return (.baas3, request) }
    var copy = request
    let rest = request.target.raw.dropFirst(3)
    copy.target = RequestTarget(rest.hasPrefix("/") ? String(rest) : "/" + rest)
    return (.baas3, copy)
  }

  /// The routes of the generation.
  var routes: RouteTable<MiaState> {
    switch self {
    case .baas3: MiaBackend.baasTable
    case .crud4: MiaBackend.crudTable
    }
  }

  /// Who calls, after a look at the secret.
  func caller(
    of request: Request, _ state: MiaState, _ moment: Moment, isForAnybody: Bool
  ) throws(Fault) -> Caller {
    switch self {
    case .baas3:
      try BaaSAccess.caller(of: request, state, moment, isForAnybody: isForAnybody)
    case .crud4:
      try CRUDAccess.caller(of: request, state, moment, isForAnybody: isForAnybody)
    }
  }

  /// What is answered where no route serves.
  var noRoute: Fault {
    switch self {
    case .baas3: .baasNotFound
    case .crud4: .crudNotFound
    }
  }

  /// A refusal in the service's words.
  func print(_ fault: Fault) -> Response {
    var response =
      switch self {
      case .baas3: BaaSEnvelope.print(fault)
      case .crud4: CRUDEnvelope.print(fault)
      }
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }
}
