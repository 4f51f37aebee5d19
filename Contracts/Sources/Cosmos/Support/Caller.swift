import GhostlightContracts
import GhostlightCore

/// Who makes a request.
enum Caller {
  /// Somebody with the account's key, at a date or now.
  case masterKey(date: String? = nil)
  /// Somebody with the account's key, where the path is that of a container's offer.
  case offerReader(database: String = "shop", container: String = "goods")
  /// Somebody with a token for a partition of a container, for some more seconds.
  case token(
    JSON, mode: String = "All", container: String = "goods", database: String = "shop",
    seconds: Int64 = 3600)
  /// Somebody who does not say.
  case nobody

  /// The state that makes the caller's authorization for a request.
  func state(for request: PactRequest) -> GivenState? {
    switch self {
    case .masterKey(let date):
      var parameters: JSONObject = [
        "method": .string(request.method), "target": .string(request.path),
      ]
      if let date { parameters["date"] = .string(date) }
      return .state("signed with the master key", parameters)
    case .offerReader(let database, let container):
      return .state(
        "signed with the master key",
        [
          "method": .string(request.method), "target": "/offers/${offer}",
          "database": .string(database), "container": .string(container),
        ])
    case .token(let key, let mode, let container, let database, let seconds):
      return .state(
        "resource token exists",
        [
          "database": .string(database), "container": .string(container), "mode": .string(mode),
          "partitionKey": key, "seconds": .integer(seconds),
        ])
    case .nobody: return nil
    }
  }

  /// The request with what proves who the caller is.
  func authorize(_ request: PactRequest) -> PactRequest {
    switch self {
    case .masterKey, .offerReader:
      request.headers([
        "x-ms-date": .fromState("${date}", "Wed, 12 Jun 2013 12:26:40 GMT"),
        "Authorization": .fromState(
          "${authorization}", "type%3Dmaster%26ver%3D1.0%26sig%3DAAAA"),
      ])
    case .token:
      request.headers([
        "x-ms-date": "Wed, 12 Jun 2013 12:26:40 GMT",
        "Authorization": .fromState(
          "${authorization}", "type%3Dresource%26ver%3D1%26sig%3DAAAA%3BAAAA%3B"),
      ])
    case .nobody: request
    }
  }
}
