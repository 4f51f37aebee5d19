/// Why a call failed, with what its error alone does not tell.
struct CallFailure: Error {
  /// What the caller gets.
  var error: any Error
  /// Whether the error is -109, which goes to the token refresh failure block if there is one.
  var isRefreshFailure = false
  /// The last request and its response, where one came.
  var exchange: Exchange?

  init(_ error: any Error, isRefreshFailure: Bool = false, exchange: Exchange? = nil) {
    self.error = error
    self.isRefreshFailure = isRefreshFailure
    self.exchange = exchange
  }
}
