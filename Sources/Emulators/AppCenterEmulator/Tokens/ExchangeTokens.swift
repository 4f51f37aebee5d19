import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The handler that returns a resource token for each requested partition (A2, A3).
extension AppCenterBackend {
  static func exchangeTokens(
    _ call: Call, _ state: AppCenterState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let app = call.request.headers[.appSecret].flatMap(state.app) else {
      throw .noSuchApp.withReason(
        "the field App-Secret is missing or names none of \(state.apps.count) apps")
    }
    let exchange = TokenExchange(app: app, state: state, request: call.request, moment: moment)
    let partitions = try partitions(of: call)
    // Units are spent for each partition, because the caller's ID token is parsed and a new
    // resource token is signed for it.
    let bearer = call.request.headers[.authorization]?.utf8.count ?? 0
    try call.budget.spend(partitions.count, times: 150 + bearer / 8)
    let tokens = partitions.map(exchange.token)
    var response = Response.json(
      .ok, ["tokens": .array(tokens.map { .object($0.object) })], headers: [:])
    if let reason = tokens.compactMap(\.reason).first {
      response.headers[.ghostlightReason] = HeaderText.print("\(reason) (Cosmos A4)")
    }
    return response
  }

  private static func partitions(of call: Call) throws(Fault) -> [String] {
    try call.budget.spend(call.request.body.count / 4)
    let body: JSON
    do throws(JSONError) { body = try JSON.parse(call.request.body) } catch {
      throw .badBody.withReason(error.description)
    }
    guard let elements = body["partitions"]?.array, !elements.isEmpty else { throw .noPartitions }
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else { throw .noPartitions }
    return names
  }
}

extension HTTPField.Name {
  /// The header field with the app's secret.
  static let appSecret = known("App-Secret")
}

/// Creates the resource tokens of one request.
struct TokenExchange {
  let app: AppCenterApp
  let state: AppCenterState
  let request: Request
  let moment: Moment

  /// Returns the outcome for the partition `readonly` or `user`; the outcome for other names is a
  /// failure.
  func token(_ partition: String) -> PartitionToken {
    switch partition {
    case "readonly":
      return succeed(partition: "readonly", .read, accountID: nil)
    case "user":
      do throws(IDTokenError) {
        let id = try IDToken(
          authorization: request.headers[.authorization],
          secret: state.configuration.idTokenSecret, at: moment
        ).accountID
        return succeed(partition: "user-" + id, .all, accountID: id)
      } catch {
        return PartitionToken(
          status: "Unauthenticated", partition: partition, at: moment, reason: error.reason)
      }
    default:
      return PartitionToken(
        status: "Failed", partition: partition, at: moment,
        reason: "there is no partition \"\(partition)\"; ask for user or readonly")
    }
  }

  /// Returns a resource token that gives access to one partition until it expires.
  private func succeed(
    partition: String, _ mode: CosmosResourceToken.Mode, accountID: String?
  ) -> PartitionToken {
    let (sum, overflows) = moment.seconds.addingReportingOverflow(state.tokenLifetimeSeconds)
    // The maximum is the end of the year 9999, the latest time that the printed date can represent.
    let expiry = min(overflows ? .max : sum, 253_402_300_799)
    let token = CosmosResourceToken(
      expiry: expiry, mode: mode, partitionKey: .string(partition),
      resource: "dbs/\(app.database)/colls/\(app.collection)")
    return PartitionToken(object: [
      "partition": .string(partition), "dbAccount": .string(account),
      "dbName": .string(app.database), "dbCollectionName": .string(app.collection),
      "token": .string(token.text(signedWith: state.configuration.masterKey)),
      "status": "Succeed",
      "expiresOn": .string(ISODate.format(milliseconds: expiry * 1000)),
      "accountId": accountID.map(JSON.string) ?? .null,
    ])
  }

  /// The account's name or URL for the client that sent the request.
  private var account: String {
    if app.account == AppCenterApp.defaultAccount { return state.cosmosPort.account(for: request) }
    return app.account.replacing("{scheme}", with: request.scheme)
      .replacing("{host}", with: request.host)
  }
}

/// The outcome of the exchange for one partition, with a token or without (A3).
struct PartitionToken {
  var object: JSONObject
  /// The reason why there is no token, as a hint for developers; `nil` if there is one.
  var reason: String?

  init(object: JSONObject) {
    self.object = object
  }

  /// Creates an outcome without a token; its JSON has the same members as that with a token.
  init(status: String, partition: String, at moment: Moment, reason: String) {
    object = [
      "partition": .string(partition), "dbAccount": "", "dbName": "", "dbCollectionName": "",
      "token": "", "status": .string(status),
      "expiresOn": .string(ISODate.format(milliseconds: moment.milliseconds)), "accountId": "",
    ]
    self.reason = reason
  }
}
