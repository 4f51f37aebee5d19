/// Why an operation failed.
///
/// - Source: protocol reference C.7.
public enum CRUDError: Error, Sendable, Hashable {
  /// There is no URL: what is wrong with base path, collection or id.
  case invalidURL(String)
  /// No response came: there is no connection, or it broke.
  case transport(String)
  /// The service refused; its body's `error` and `message`, where it had them.
  case http(statusCode: Int, error: String?, message: String?)
  /// What was received does not make the type asked for.
  case decoding(String)
  /// What was to be sent cannot be JSON.
  case encoding(String)
  /// The service accepted, and its response lacks what it should say.
  case invalidResponse
  /// An update that updates nothing; no request was made.
  case emptyPatch
}
