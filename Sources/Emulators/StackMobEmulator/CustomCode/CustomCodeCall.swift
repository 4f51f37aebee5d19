public import GhostlightCore

/// A call of custom code, with what the service knew about it.
public struct CustomCodeCall: Sendable, Hashable {
  /// The name as the client spelled it.
  public let method: String
  /// The request as it came.
  public let request: Request
  /// The name of the logged-in user, or `nil`.
  public let userName: String?
  /// The user's schema, or `nil`.
  public let userSchema: String?
  /// Milliseconds since 1970.
  public let milliseconds: Int64

  /// Makes a call, of nobody unless told otherwise.
  public init(
    method: String, request: Request, userName: String? = nil, userSchema: String? = nil,
    milliseconds: Int64 = 0
  ) {
    self.method = method
    self.request = request
    self.userName = userName
    self.userSchema = userSchema
    self.milliseconds = milliseconds
  }

  /// The last value of a parameter of the query, or `nil` where it is missing or malformed.
  public func parameter(_ name: String) -> String? {
    request.target.queryItems?.last { $0.name == name }?.value
  }
}
