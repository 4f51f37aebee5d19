import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Makes the tokens of one exchange.
struct TokenExchange {
  let app: AppCenterApp
  let state: AppCenterState
  let request: Request
  let moment: Moment

  /// The token for a partition by the name that clients use: `readonly` or `user`.
  func token(_ partition: String) -> PartitionToken {
    switch partition {
    case "readonly":
      return succeed(partition: "readonly", .read, accountID: nil)
    case "user":
      do throws(IDTokenProblem) {
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

  /// A token that lets its holder into one partition until it ends.
  func succeed(
    partition: String, _ mode: CosmosResourceToken.Mode, accountID: String?
  ) -> PartitionToken {
    let (sum, overflows) = moment.seconds.addingReportingOverflow(state.tokenLifetimeSeconds)
    // The latest time that the date's form can print.
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

  /// The account as this client reaches it.
  private var account: String {
    let template =
      app.account == AppCenterApp.defaultAccount
      ? "{scheme}://{host}:\(state.cosmosPort.value)" : app.account
    return template.replacing("{scheme}", with: request.scheme)
      .replacing("{host}", with: request.host)
  }
}
