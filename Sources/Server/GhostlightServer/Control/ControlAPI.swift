public import Ghostlight
public import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The control plane: one API over all emulators of a stage, under `/__ghostlight/v1/`.
///
/// Each call is one row of ``routes`` and one method of the stage. What is quickly done is answered
/// at once; what reads or writes much, or waits for a disk or for an emulator's turn, is deferred.
public struct ControlAPI: Sendable {
  let context: ControlContext

  /// Bytes of a body that is read at once.
  private static let quickBodyBytes = 64 << 10

  /// Makes the API of a stage; the addresses may be noted later.
  public init(_ stage: Stage, addresses: AddressBook) {
    context = ControlContext(stage: stage, addresses: addresses)
  }

  /// The API as something that answers requests.
  public var responder: Responder {
    var responder = Responder(name: "control") { request in answer(request) }
    responder.attempt = { request in attempt(request) }
    return responder
  }

  /// Answers one call where that is quickly done, else leaves it to a thread that may wait.
  func attempt(_ request: Request) -> ResponseAttempt {
    guard isLong(request) else { return .answered(answer(request)) }
    return .deferred(
      DeferredResponse { executor, completion in
        let isTaken = executor.execute(for: Stage.namespaceName(of: request)) {
          completion(answer(request))
        }
        if !isTaken { completion(Self.print(.controlBusy)) }
      })
  }

  /// Whether a call takes long: it prints or frees much, or must be durable.
  private func isLong(_ request: Request) -> Bool {
    if request.body.count > Self.quickBodyBytes { return true }
    guard let match = Self.routes.match(request.method.rawValue, request.target, in: context)
    else { return false }
    return Self.costly.contains(Self.routes.title(match))
      || context.stage.keepsChanges && request.method != .get
  }

  /// Answers one call; refusals are `{"error": …}` with the remedy.
  public func answer(_ request: Request) -> Response {
    do throws(Fault) {
      try ControlGuard.admit(request)
      var context = context
      guard let match = Self.routes.match(request.method.rawValue, request.target, in: context)
      else { return unknown(request) }
      let call = Call(request: request, captures: match.captures, caller: .administrator)
      var moment = Moment(milliseconds: 0, seed: 0)
      return try Self.routes.serve(match, call, &context, &moment).response
    } catch {
      return Self.print(error)
    }
  }

  private static func print(_ fault: Fault) -> Response {
    .json(fault.status, ["error": .string(fault.message)])
  }

  private func unknown(_ request: Request) -> Response {
    let name = "\(request.method.rawValue) \(request.target.rawPath)"
    let allowed = Self.routes.methods(serving: request.target, in: context)
    guard allowed.isEmpty else {
      let list = allowed.joined(separator: ", ")
      var response = Self.print(.controlMethod.filled(["call": name, "methods": list]))
      response.headers[.allow] = list
      return response
    }
    let nearest = Self.routes.nearMisses(request.method.rawValue, request.target)
    return Self.print(
      .controlUnknown.filled(["call": name, "nearest": nearest.joined(separator: "; ")]))
  }
}
