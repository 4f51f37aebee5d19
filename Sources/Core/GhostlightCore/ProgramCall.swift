/// A request to a program of the user's, whose response takes the place of a backend's response.
///
/// A backend cannot call other servers. It returns a refusal, with the call in
/// ``Response/program``, and a stage calls the program without holding a lock. The client gets the
/// refusal only if the program does not respond.
package struct ProgramCall: Sendable, Hashable {
  /// The request; its scheme, authority and target are the URL of the program.
  package var request: Request
  /// The number of seconds within which the whole response must arrive.
  package let timeoutSeconds: Int

  /// Creates a call of the program at the URL of a request.
  package init(_ request: Request, timeoutSeconds: Int) {
    self.request = request
    self.timeoutSeconds = timeoutSeconds
  }
}

extension Request {
  /// The URL of the request without the query, as errors about the server name it.
  package var place: String { "\(scheme)://\(authority)\(target.rawPath)" }
}
