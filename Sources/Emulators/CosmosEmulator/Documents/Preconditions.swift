import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What a request demands of a document's entity tag.
struct Preconditions {
  var ifMatch: String?
  var ifNoneMatch: String?

  init(ifMatch: String? = nil, ifNoneMatch: String? = nil) {
    self.ifMatch = ifMatch
    self.ifNoneMatch = ifNoneMatch
  }

  init(_ request: Request) {
    self.init(
      ifMatch: request.headers[.ifMatch], ifNoneMatch: request.headers[.ifNoneMatch])
  }

  /// Refuses a write to a document with another tag.
  func checkWrite(_ document: JSONObject) throws(Fault) {
    guard let ifMatch, ifMatch != "*" else { return }
    guard ifMatch == document["_etag"]?.string else {
      throw .precondition.because(
        "If-Match is \(ifMatch), the document's etag \(document["_etag"]?.string ?? "")")
    }
  }

  /// Whether a reader has the document already.
  func isUnchanged(_ document: JSONObject) -> Bool {
    guard let ifNoneMatch else { return false }
    return ifNoneMatch == "*" || ifNoneMatch == document["_etag"]?.string
  }
}
