import Dispatch
import GhostlightCore
import HTTPTypes

/// The calls that all social networks share (protocol reference A20).
extension SMClient {
  /// Returns the call that creates a user from a social network's credentials, optionally with a
  /// user name.
  func creating(
    _ path: String, _ credentials: SocialCredentials, username: String?, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    var body = credentials.json.object ?? [:]
    body[session.userPrimaryKeyField] = username.map { .string($0) }
    let draft = RequestDraft.json(.post, social(path), .object(body), isSecure: true)
    return try session.call(draft, options: options).map { $0.json }
  }

  /// Returns the call that logs in with a social network's credentials, and optionally creates the
  /// user.
  func loggingIn(
    _ endpoint: String, _ credentials: SocialCredentials, createUserIfNeeded: Bool = false,
    username: String? = nil, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    guard createUserIfNeeded else {
      return try session.tokenCall(
        endpoint: endpoint, fields: credentials.fields, options: options)
    }
    var fields = credentials.fields
    if let username { fields.append(FormField("username", username)) }
    return try session.tokenCall(
      endpoint: endpoint + "WithCreate", fields: fields, options: options)
  }

  /// Returns the call that sends a `GET` request with `fields` as its query parameters.
  func asking(
    _ path: String, _ fields: [FormField] = [], isSecure: Bool? = nil, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    let query = fields.isEmpty ? "" : "?" + WireText.query(fields)
    let draft = RequestDraft(.get, social(path) + query, isSecure: isSecure)
    return try session.call(draft, options: options).map { $0.json }
  }

  /// Returns the call that removes a user's link with a social network.
  func unlinking(
    _ path: String, isSecure: Bool? = nil, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    let draft = RequestDraft(.delete, social(path), isSecure: isSecure)
    return try session.call(draft, options: options).map { $0.json }
  }

  /// Returns the full path of the method `path` of the user schema.
  func social(_ path: String) -> String {
    WireText.schemaPath(session.userSchema) + "/" + path
  }

  /// Starts a call, and passes its result or error to the matching block.
  ///
  /// If creating the call throws because of invalid arguments, the failure block is called
  /// immediately.
  func start(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?,
    _ onSuccess: SMResultSuccessBlock?, _ onFailure: SMFailureBlock?,
    _ call: () throws -> PendingCall<JSON>
  ) {
    do {
      try call().deliver(
        on: successQueue, failureQueue, onSuccess: { onSuccess?($0.dictionary) },
        onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Starts a call that has no result.
  ///
  /// If creating the call throws because of invalid arguments, the failure block is called
  /// immediately.
  func start(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?, _ onSuccess: SMSuccessBlock?,
    _ onFailure: SMFailureBlock?, _ call: () throws -> PendingCall<JSON>
  ) {
    let done: SMResultSuccessBlock = { _ in onSuccess?() }
    start(on: successQueue, failureQueue, done, onFailure, call)
  }
}
