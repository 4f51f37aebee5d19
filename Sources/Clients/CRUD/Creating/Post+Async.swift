public import Foundation

/// Creations and changes that return at once and tell a closure on the callback queue.
extension Post {
  /// Creates an object; the result is its id.
  public func async<T: Encodable>(
    object: T, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object of a dictionary; the result is its id.
  public func async(
    object: [String: Any], state: State? = nil,
    _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Creates an object of JSON text; the result is its id.
  public func async(
    object: Data, state: State? = nil, _ completion: @escaping (String?, (any Error)?) -> Void
  ) {
    creating(object, state).start(completion)
  }

  /// Changes the state of an object, by one step.
  public func asyncChangeState(
    id: String, newState: State, _ completion: @escaping ((any Error)?) -> Void
  ) {
    changingState(id, newState).start { _, error in completion(error) }
  }
}
