import AppCenter
import GhostlightCore
import HTTPTypes
import Synchronization

/// Shares one token exchange among the calls that need the same token at the same time.
///
/// The first of these calls makes the exchange, and the others wait for its result. If the exchange
/// fails, all of them fail. They continue in the order in which they were made.
final class TokenExchanges: Sendable {
  typealias Outcome = Result<TokenResult, MSDataError>

  /// The properties that calls must have in common to share an exchange.
  struct Key: Hashable {
    var partition: String
    var account: String?
    var url: String
    /// Whether the request is repeated after failures.
    ///
    /// A call without retries must not wait for one with retries.
    var isRetrying: Bool
  }

  private struct State {
    /// The calls that wait for a running exchange, by the exchange's key.
    var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]
    /// The number of calls that were resumed after an exchange but have not continued yet.
    var departing = 0
  }

  private let state = Mutex(State())

  /// Returns the result of the running exchange with this key.
  ///
  /// If no such exchange is running, runs `exchange` and returns its result.
  func outcome(_ key: Key, of exchange: () async -> Outcome) async -> Outcome {
    while true {
      let isFirst = state.withLock { state in
        guard state.waiting[key] == nil else { return false }
        state.waiting[key] = []
        return true
      }
      if isFirst {
        let outcome = await exchange()
        // If this call was cancelled, the waiting calls get `nil` and start again, because they may
        // not be cancelled themselves.
        end(key, Task.isCancelled ? nil : outcome)
        return outcome
      }
      let outcome = await next(key)
      leave()
      if let outcome { return outcome }
    }
  }

  /// Adds a call to the resumed calls that have not continued yet, and returns `true`.
  ///
  /// If there are no such calls, it adds nothing and returns `false`.
  func enqueue() -> Bool {
    state.withLock { state in
      guard state.departing > 0 else { return false }
      state.departing += 1
      return true
    }
  }

  /// Decrements the count of departing calls, after a resumed call has continued.
  func leave() { state.withLock { $0.departing -= 1 } }

  /// Waits for the running exchange with this key, and returns its result.
  ///
  /// Returns `nil` if the call that makes the exchange was cancelled, or if the exchange has
  /// already ended.
  private func next(_ key: Key) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.waiting[key] != nil else {
          state.departing += 1
          return true
        }
        state.waiting[key]?.append(continuation)
        return false
      }
      if isOver { continuation.resume(returning: nil) }
    }
  }

  private func end(_ key: Key, _ outcome: Outcome?) {
    let waiting = state.withLock { state in
      let waiting = state.waiting.removeValue(forKey: key) ?? []
      state.departing += waiting.count
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}

/// Looking up tokens on the device, and getting new ones from the token exchange.
///
/// - Source: protocol reference A2 and A5.
extension DataService {
  /// Returns the token for a partition's short name, from the device or from the exchange.
  func token(
    _ partition: String, _ kind: TokenCache.Kind, isRetrying: Bool = false
  ) async throws(MSDataError) -> TokenResult {
    guard [kMSDataAppDocumentsPartition, kMSDataUserDocumentsPartition].contains(partition) else {
      throw .invalidPartition(partition)
    }
    if let cached = cache.token(partition, kind, at: milliseconds) { return cached }
    guard reachability.isReachable else { throw .tokenOffline }
    let account = auth.accountId
    let key = TokenExchanges.Key(
      partition: partition, account: account, url: exchangeURL, isRetrying: isRetrying)
    return try await exchanges.outcome(key) {
      do throws(MSDataError) {
        let token = try await exchange(partition, isRetrying: isRetrying)
        // If the account has changed during the exchange, the token is not stored for the new
        // account.
        if auth.accountId == account { cache.store(token, for: partition) }
        return .success(token)
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private func exchange(
    _ partition: String, isRetrying: Bool
  ) async throws(MSDataError) -> TokenResult {
    let response: Response
    do throws(MSCallFailure) {
      response = try await http.send(exchangeRequest(partition), isRetrying: isRetrying)
    } catch {
      throw .tokenTransport(error)
    }
    guard response.status.code == 200 else { throw .tokenStore(status: response.status.code) }
    let body: JSON
    do throws(JSONError) { body = try JSON.parse(response.body) } catch { throw .tokenJSON(error) }
    guard let first = body["tokens"]?[0] else { throw .tokenResponse }
    if let status = first["status"]?.string, status != "Succeed" { throw .tokenStatus(status) }
    guard let token = TokenResult(first) else { throw .tokenResponse }
    return token
  }

  private func exchangeRequest(_ partition: String) -> Request {
    let body: JSON = ["partitions": [.string(partition)]]
    var request = Address(exchangeURL).request(.post, "/data/tokens", body: body.bytes)
    request.headers[.contentType] = "application/json"
    request.headers[.appSecret] = secret
    if let idToken = auth.authToken { request.headers[.authorization] = "Bearer " + idToken }
    return request
  }
}

/// A resource token, with the Cosmos DB account, database and collection to which it gives access.
///
/// - Source: protocol reference A3.
struct TokenResult: Sendable, Hashable {
  var partition: String
  var account: String
  var database: String
  var collection: String
  var token: String
  var status: String
  var expiresOn: String
  var accountID: String?

  init?(_ json: JSON) {
    guard let partition = json["partition"]?.string, let account = json["dbAccount"]?.string,
      let database = json["dbName"]?.string,
      let collection = json["dbCollectionName"]?.string, let token = json["token"]?.string,
      let status = json["status"]?.string
    else { return nil }
    self.partition = partition
    self.account = account
    self.database = database
    self.collection = collection
    self.token = token
    self.status = status
    expiresOn = json["expiresOn"]?.string ?? ""
    accountID = json["accountId"]?.string
  }

  /// The token as a JSON object, with the eight members of A3.
  var json: JSON {
    [
      "partition": .string(partition), "dbAccount": .string(account),
      "dbName": .string(database), "dbCollectionName": .string(collection),
      "token": .string(token), "status": .string(status), "expiresOn": .string(expiresOn),
      "accountId": accountID.map(JSON.string) ?? .null,
    ]
  }

  /// Returns whether the token has expired; a date that cannot be parsed counts as expired.
  func isExpired(at milliseconds: Int64) -> Bool {
    ISODate.milliseconds(expiresOn).map { $0 <= milliseconds } ?? true
  }
}

/// The tokens on the device: one for the user's partition and one for the public documents.
///
/// - Source: protocol reference A6.
struct TokenCache: Sendable {
  /// Whether a lookup accepts expired tokens.
  enum Kind: Sendable {
    case valid
    /// Accepts expired tokens too, which are enough to find the partition and collection offline.
    case includingExpired
  }

  let storage: MSStorage

  private static let readOnlyKey = "MSStorageReadOnlyDbToken"
  private static let userKey = "MSStorageUserDbToken"

  private static func key(of partition: String) -> String {
    partition == kMSDataAppDocumentsPartition ? readOnlyKey : userKey
  }

  /// Returns the stored token for a partition's short or full name, or `nil` if there is none.
  func token(_ partition: String, _ kind: Kind, at milliseconds: Int64) -> TokenResult? {
    let text = storage.secrets.string(forKey: Self.key(of: partition))
    guard let text, let json = try? JSON.parse(text), let token = TokenResult(json),
      kind == .includingExpired || !token.isExpired(at: milliseconds)
    else { return nil }
    return token
  }

  func store(_ token: TokenResult, for partition: String) {
    storage.secrets.setString(token.json.text(), forKey: Self.key(of: partition))
  }

  func drop(_ partition: String) {
    storage.secrets.setString(nil, forKey: Self.key(of: partition))
  }

  func dropAll() {
    drop(kMSDataAppDocumentsPartition)
    drop(kMSDataUserDocumentsPartition)
  }
}
