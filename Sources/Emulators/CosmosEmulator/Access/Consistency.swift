import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A request may ask for less consistency than the account has, not for more (B2).
enum Consistency {
  static func check(_ request: Request) throws(Fault) {
    guard let level = request.headers[.msConsistency] else { return }
    let allowed = ["session", "consistentprefix", "eventual"]
    guard allowed.contains(level.lowercased()) else {
      throw .strongerConsistency.filled(["level": level])
    }
  }
}
