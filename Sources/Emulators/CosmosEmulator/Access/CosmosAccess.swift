import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Checks whether a request is authorized (B4).
///
/// A master key authorizes all requests, and so does a token that Microsoft's emulator accepts. A
/// resource token only authorizes requests for the resource that the token names.
struct CosmosAccess {
  let request: Request
  let state: CosmosState
  let moment: Moment

  /// The maximum difference between a request's date and the current time, in seconds.
  static let tolerance: Int64 = 900
  /// The latest date that can be printed, in seconds since 1970: the end of the year 9999.
  static let latest: Int64 = 253_402_300_799

  /// Rejects a request that is not authorized.
  func check(_ captures: Captures, changes: Bool) throws(Fault) {
    guard let field = request.value(of: .authorization), !field.isEmpty else {
      throw .missingAuthorization
    }
    guard let authorization = CosmosAuthorization(field) else {
      guard let token = try EmulatorToken(field, state.configuration) else {
        throw .badAuthorization
      }
      try token.check(at: state.configuration.checksDates ? moment : nil)
      return try checkDataPlane(changes: changes)
    }
    switch authorization {
    case .master(let signature): try checkSignature(signature)
    case .resource(let text): try checkToken(text, captures, changes: changes)
    }
  }

  /// Rejects a change of a resource other than documents in a strict account, because the hosted
  /// service has no role that permits it with a token of Azure Active Directory (B4.3).
  private func checkDataPlane(changes: Bool) throws(Fault) {
    guard state.configuration.isStrict, changes else { return }
    let words = request.target.rawPath.split(separator: "/")
    guard words.count < 5 || !["docs", "operations"].contains(words[4]) else { return }
    throw .controlPlane.filled([
      "account": state.configuration.account,
      "request": "\(request.method.rawValue) \(request.target.rawPath)",
    ])
  }

  private func checkSignature(_ signature: String) throws(Fault) {
    let ownDate = request.value(of: .msDate)
    guard let date = ownDate ?? request.value(of: .date) else {
      throw .badAuthorization.withReason("a signed request needs x-ms-date")
    }
    let dates = ownDate == nil ? (own: "", http: date) : (own: date, http: "")
    if let key = state.configuration.masterKeys.first,
      let text = CosmosResourceLink.bytesToSign(
        request.target, method: request.method.rawValue, date: dates.own, httpDate: dates.http),
      key.signs(text, as: signature)
    {
      return try checkDate(date)
    }
    let link = CosmosResourceLink(request.target)
    var mismatch: SignatureMismatch?
    for key in state.configuration.masterKeys {
      for usesRID in [false, true] {
        let text = link.stringToSign(
          method: request.method.rawValue, date: dates.own, httpDate: dates.http, usesRID: usesRID)
        switch key.verify(signature, of: text) {
        case .valid: return try checkDate(date)
        case .invalid(let found): mismatch = mismatch ?? found
        }
      }
    }
    throw .wrongSignature
      .filled(["payload": mismatch?.stringToSign ?? ""])
      .withReason(mismatch?.description ?? "the account has no key")
  }

  private func checkDate(_ date: String) throws(Fault) {
    guard state.configuration.checksDates,
      let seconds = HTTPDate.milliseconds(date).map({ $0 / 1000 })
    else { return }
    guard abs(seconds - moment.seconds) > Self.tolerance else { return }
    throw stale(from: seconds - Self.tolerance, to: seconds + Self.tolerance).withReason(
      "x-ms-date differs from the emulator's clock by more than \(Self.tolerance / 60) minutes: "
        + "sign with its time, or set \"checksDates\": false in the section cosmos of "
        + "ghostlight.json")
  }

  private func stale(from start: Int64, to end: Int64) -> Fault {
    .stale.filled([
      "start": HTTPDate.format(milliseconds: start * 1000),
      "end": HTTPDate.format(milliseconds: end * 1000),
      "now": HTTPDate.format(milliseconds: moment.milliseconds),
    ])
  }

  private func checkToken(
    _ text: String, _ captures: Captures, changes: Bool
  ) throws(Fault) {
    let keys = state.configuration.masterKeys
    let token = keys.lazy.compactMap { CosmosResourceToken(text, signedWith: $0) }.first
    guard let token else {
      throw .wrongSignature.filled(["payload": ""]).withReason("the resource token is damaged")
    }
    guard token.expiry > moment.seconds else {
      // Any client that has a master key can sign a token with an arbitrary expiry, so the expiry
      // is limited to dates that can be printed.
      let expiry = min(max(token.expiry, 0), Self.latest)
      throw stale(from: expiry - 3600, to: expiry)
        .withReason("the resource token has expired: request a new one")
    }
    if captures["db"] == nil, request.target.rawPath == "/", !changes { return }
    guard reaches(token, captures, changes: changes), !changes || token.mode == .all else {
      throw .insufficient
    }
  }

  private func reaches(
    _ token: CosmosResourceToken, _ captures: Captures, changes: Bool
  ) -> Bool {
    guard let database = captures["db"], let container = captures["coll"],
      let position = state.position(ofDatabase: database),
      let slot = state.databases[position].position(ofContainer: container)
    else { return false }
    let owner = state.databases[position]
    let names = "dbs/\(owner.id)/colls/\(owner.containers[slot].id)"
    let rids = "dbs/\(owner.rid.text)/colls/\(owner.containers[slot].rid.text)"
    // A token is for a container, or for one document in it: `dbs/…/colls/…/docs/…`.
    let words = token.resource.trimmingSlashes.split(separator: "/", maxSplits: 5)
    let resource = BytewiseString(words.prefix(4).joined(separator: "/"))
    guard [names, rids].contains(where: { BytewiseString($0) == resource }) else { return false }
    let type = CosmosResourceLink(request.target).type
    // A token for a container allows reading the container's definition and key ranges, but not
    // changing them. A token for the whole container also allows deleting it.
    guard type == "docs" else {
      let isDelete = request.method == .delete && type == "colls" && words.count == 4
      return ["colls", "pkranges"].contains(type)
        && (!changes || isDelete && token.partitionKey == .null)
    }
    if words.count > 4 {
      guard words.count == 6, words[4] == "docs",
        captures["id"].map({ BytewiseString($0) == BytewiseString(String(words[5])) }) == true
      else { return false }
    }
    guard token.partitionKey != .null else { return true }
    guard let key = request.value(of: .msPartitionKey).flatMap({ PartitionKey(header: $0) }) else {
      return false
    }
    let own = PartitionKey(token.partitionKey) ?? PartitionKey([token.partitionKey])
    return own.isPrefix(of: key)
  }
}

extension String {
  fileprivate var trimmingSlashes: String {
    var text = Substring(self)
    while text.hasSuffix("/") { text.removeLast() }
    while text.hasPrefix("/") { text.removeFirst() }
    return String(text)
  }
}
