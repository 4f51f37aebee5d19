import Dispatch
import Foundation
import GhostlightClient
import Synchronization

/// The app's tie to its backend: name, secret, and who is logged in.
///
/// An app has one, ``sharedInstance``. A test that wants one for itself makes its own and calls the
/// module within `MKAppInstance.$current.withValue(instance) { … }`; callbacks come within the same.
///
/// - Source: protocol reference C.1.
public final class MKAppInstance: Sendable {
  /// The instance that new objects belong to.
  @TaskLocal public static var current = MKAppInstance()

  /// The app's instance.
  public static var sharedInstance: MKAppInstance { current }
  /// The app's instance.
  public static func shared() -> MKAppInstance { current }

  /// What the module takes from outside.
  public let environment: MKEnvironment
  let state: Mutex<MKAppState>
  /// Held while the session changes and the store follows.
  let storing = Mutex(())
  /// The login in place of a dead session, while it is under way.
  let renewal = SharedWork<Bool>()

  /// Makes an instance that is not configured yet.
  public init(_ environment: MKEnvironment = MKEnvironment()) {
    self.environment = environment
    state = Mutex(MKAppState(callbackQueue: environment.callbackQueue))
  }

  /// Tools for requests that no class makes.
  public var network: MKNetwork { MKNetwork(self) }

  /// Who is logged in.
  public func getLoggedUser() -> MKUser? { state.withLock { $0.user } }

  /// The id of the session, which the CRUD module wants; `nil` where nobody is logged in.
  public var sessionID: String? { state.withLock { $0.sessionID } }
}
