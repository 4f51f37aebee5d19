/// What a response's form owes to its request.
struct ReplyTerms: Hashable {
  /// The request was a `HEAD`: no body.
  var isHead = false
  /// The connection outlives the response.
  var keepsAlive = true
  /// The client speaks HTTP/1.0, and must be told that the connection is kept.
  var isOld = false

  /// The last response on its connection.
  static let last = ReplyTerms(keepsAlive: false)
}
