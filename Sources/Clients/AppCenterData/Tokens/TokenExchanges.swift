import AppCenter
import GhostlightCore
import HTTPTypes
import Synchronization

/// Lets calls that need a token at the same time have one exchange, and go on in the order they came.
///
/// The first of them makes the exchange as part of its own call; a failure is the others' too.
final class TokenExchanges: Sendable {
  typealias Outcome = Result<TokenResult, MSDataError>

  /// What has to be the same for an exchange to be shared.
  struct Key: Hashable {
    var partition: String
    var account: String?
    var url: String
    /// Whoever does not ask again must not wait for one who does.
    var isRetrying: Bool
  }

  private struct State {
    /// Those who wait for an exchange that is under way.
    var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]
    /// How many were let go and have not gone on yet.
    var departing = 0
  }

  private let state = Mutex(State())

  /// What the exchange brings that is under way, else what this one brings.
  func outcome(_ key: Key, of exchange: () async -> Outcome) async -> Outcome {
    while true {
      let isFirst = state.withLock { state in
        guard state.waiting[key] == nil else { return false }
        state.waiting[key] = []
        return true
      }
      if isFirst {
        let outcome = await exchange()
        // Others may not have been cancelled with this call.
        end(key, Task.isCancelled ? nil : outcome)
        return outcome
      }
      let outcome = await next(key)
      leave()
      if let outcome { return outcome }
    }
  }

  /// Takes a place behind those who were let go, where there are any.
  func enqueue() -> Bool {
    state.withLock { state in
      guard state.departing > 0 else { return false }
      state.departing += 1
      return true
    }
  }

  /// Goes on.
  func leave() { state.withLock { $0.departing -= 1 } }

  /// Waits for the exchange under way; `nil` where it brought nothing, or has ended meanwhile.
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

/// Tokens: from the device, else from the exchange.
///
/// - Source: protocol reference A2 and A5.
extension DataService {
  /// The token for a partition by its short name.
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
        // Whoever signed in or out meanwhile must not get it.
        if auth.accountId == account { cache.keep(token, for: partition) }
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

/// A resource token with where it leads.
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

  /// The eight members of A3.
  var json: JSON {
    [
      "partition": .string(partition), "dbAccount": .string(account),
      "dbName": .string(database), "dbCollectionName": .string(collection),
      "token": .string(token), "status": .string(status), "expiresOn": .string(expiresOn),
      "accountId": accountID.map(JSON.string) ?? .null,
    ]
  }

  /// Whether it has ended; a date that cannot be read counts as over.
  func isExpired(at milliseconds: Int64) -> Bool {
    ISODate.milliseconds(expiresOn).map { $0 <= milliseconds } ?? true
  }
}

/// The tokens that outlive a call, a slot for each kind of partition.
///
/// - Source: protocol reference A6.
struct TokenCache: Sendable {
  /// Which tokens count.
  enum Kind: Sendable {
    case valid
    /// Enough to know partition and collection, even offline.
    case includingExpired
  }

  let storage: MSStorage

  private static let readOnlyKey = "MSStorageReadOnlyDbToken"
  private static let userKey = "MSStorageUserDbToken"

  private static func key(of partition: String) -> String {
    partition == kMSDataAppDocumentsPartition ? readOnlyKey : userKey
  }

  /// The token of a partition, by either of its names.
  func token(_ partition: String, _ kind: Kind, at milliseconds: Int64) -> TokenResult? {
    let text = storage.secrets.string(forKey: Self.key(of: partition))
    guard let text, let json = try? JSON.parse(text), let token = TokenResult(json),
      kind == .includingExpired || !token.isExpired(at: milliseconds)
    else { return nil }
    return token
  }

  func keep(_ token: TokenResult, for partition: String) {
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
