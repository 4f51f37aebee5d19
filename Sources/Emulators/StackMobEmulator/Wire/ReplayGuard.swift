import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// What strict mode adds to signatures: a window of five minutes, and each nonce once in it.
///
/// - Source: assumption: the guide and the SDKs name neither; a Java test expects that a request
///   5,000 seconds off fails.
struct ReplayGuard: Sendable {
  private var seen = KeyedStore<Bool>()
  private(set) var order: [String] = []
  private static let windowSeconds: Int64 = 300
  private static let capacity = 10_000

  /// Refuses a verified request whose time is off or whose nonce was used.
  ///
  /// - Throws: ``Fault/notAuthorized``.
  func check(_ request: Request, at moment: Moment) throws(Fault) {
    guard let stamp = Self.stamp(of: request) else { return }
    guard let seconds = Int64(stamp.timestamp),
      (moment.seconds - Self.windowSeconds...moment.seconds + Self.windowSeconds).contains(seconds)
    else {
      throw .notAuthorized.because(
        "strict mode: the timestamp \(stamp.timestamp) is more than 300 s from \(moment.seconds)")
    }
    guard !knows(stamp.key) else {
      throw .notAuthorized.because("strict mode: the nonce \(stamp.nonce) was used before")
    }
  }

  /// Keeps the nonce of a request that was served; a refused one may be sent again.
  mutating func remember(_ request: Request) {
    guard let stamp = Self.stamp(of: request) else { return }
    remember(stamp.key)
  }

  /// Whether a nonce is among those that are kept.
  func knows(_ key: String) -> Bool { seen[key] != nil }

  mutating func remember(_ key: String) {
    if order.count == Self.capacity {
      for old in order.prefix(Self.capacity / 2) { seen[old] = nil }
      order.removeFirst(Self.capacity / 2)
    }
    seen[key] = true
    order.append(key)
  }

  private struct Stamp {
    let id: String
    let timestamp: String
    let nonce: String

    var key: String { "\(id) \(timestamp) \(nonce)" }
  }

  private static func stamp(of request: Request) -> Stamp? {
    guard let field = request.headers.value(of: .authorization) else { return nil }
    do throws(AuthorizationHeaderError) {
      if field.lowercased().hasPrefix("mac ") {
        let mac = try MACAuthorization(parsing: field)
        return Stamp(id: mac.id, timestamp: mac.timestamp, nonce: mac.nonce)
      }
      let oauth = try OAuth1Authorization(parsing: field)
      return Stamp(
        id: oauth.consumerKey, timestamp: parameter("oauth_timestamp", of: oauth),
        nonce: parameter("oauth_nonce", of: oauth))
    } catch {
      return nil
    }
  }

  private static func parameter(_ name: String, of authorization: OAuth1Authorization) -> String {
    authorization.parameters.first { $0.name == name }?.value ?? ""
  }
}
