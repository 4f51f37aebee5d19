public import Ghostlight
public import GhostlightCore
import GhostlightSigning
import HTTPTypes

/// The keys and secrets that clients of a backend use, which redacted recordings do not contain.
///
/// A replay inserts them into the requests of a redacted recording, and signs the requests again.
/// Signing is necessary because a signature covers the path, which may now contain identifiers of a
/// different backend. Dates in the requests stay as recorded.
///
/// - Source: protocol references StackMob A2, Mia B1, App Center A2, Cosmos B4.
public struct ClientCredentials: Sendable {
  private var fields: [HTTPField.Name: String] = [:]
  private var masterKey = CosmosMasterKey.wellKnown
  /// Whether the keys are known to be the backend's, so that every signature is computed again.
  private var isSure = false

  /// Creates the credentials for a backend whose keys are not known.
  ///
  /// They contain only the well-known key of all Cosmos DB emulators, which signs requests whose
  /// signature was redacted.
  public init() {}

  /// Creates the credentials for an emulator's default namespace.
  public init(of emulator: Service) {
    isSure = true
    switch emulator.seed {
    case let backend as MiaBackend:
      HTTPField.Name("secret").map { fields[$0] = backend.configuration.secret }
    case let backend as StackMobBackend:
      fields[.stackMobAPIKey] = backend.configuration.developmentKeys.publicKey
    case let backend as AppCenterBackend:
      HTTPField.Name("App-Secret").map {
        fields[$0] = backend.state.configuration.apps.first?.secret
      }
    case let backend as CosmosBackend:
      masterKey = backend.state.configuration.masterKeys.first ?? .wellKnown
    default: break
    }
  }

  /// Returns a responder that inserts the credentials into each request.
  public func completing(_ responder: Responder) -> Responder {
    responder.before { complete($0) }
  }

  private func complete(_ request: Request) -> Request {
    var request = request
    for (name, value) in fields {
      guard let old = request.headers[name], Self.isRedacted(old) else { continue }
      request.headers[name] = value
    }
    guard let field = request.headers[.authorization], field.utf8.count < 4096,
      let date = request.headers[.msDate].flatMap(HTTPDate.milliseconds),
      case .master(let signature) = CosmosAuthorization(field),
      isSure || Self.isRedacted(signature)
    else { return request }
    return request.signed(with: masterKey, milliseconds: date)
  }

  private static func isRedacted(_ text: String) -> Bool { text.hasPrefix("REDACTED") }
}
