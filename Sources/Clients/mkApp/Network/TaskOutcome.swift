import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a task of the URL loading system ended with.
struct TaskOutcome: Sendable {
  var data: Data?
  var response: URLResponse?
  var error: MKError?

  /// The status, where the server answered.
  var status: Int? { (response as? HTTPURLResponse)?.statusCode }

  /// An outcome without an answer.
  init(_ error: MKError) { self.error = error }

  init(_ data: Data?, _ response: URLResponse?, _ failure: (any Error)?) {
    self.response = response
    if let failure {
      error = MKError(.connectionFailed, message: failure.localizedDescription)
      return
    }
    self.data = data
    guard let status, status >= 400 else { return }
    error = MKError(Response(.init(code: status), body: Array(data ?? Data())))
  }

  /// The answer's value, or why there is none.
  func value<Value>(
    of kind: String, _ read: (JSON) -> Value?
  ) -> Result<Value, MKError> {
    if let error { return .failure(error) }
    guard let json = try? JSON.parse(Array(data ?? Data())), let value = read(json) else {
      return .failure(.unexpected(status, kind))
    }
    return .success(value)
  }
}
