import GhostlightContracts
import GhostlightCore

/// The caller of a request, and the authorization that the caller sends.
enum Caller {
  /// A caller with the account's key; the request has the date `date`, or the current date if
  /// `date` is `nil`.
  case masterKey(date: String? = nil)
  /// A caller with the account's key who reads the offer of a container.
  case offerReader(database: String = "shop", container: String = "goods")
  /// A caller with a resource token for a partition, which is valid for `seconds` seconds.
  case token(
    JSON, mode: String = "All", container: String = "goods", database: String = "shop",
    seconds: Int64 = 3600)
  /// A caller without authorization.
  case nobody

  /// Returns the provider state that creates the authorization; `nil` if the caller has none.
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

  /// Returns the request with the caller's authorization.
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
