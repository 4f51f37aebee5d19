public import Foundation

/// Reads that return at once and tell a closure on the callback queue, with `nil` for what it does
/// not get.
extension Get {
  /// Reads the list as JSON.
  public func async(_ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawList.start(completion)
  }

  /// Reads the list as objects of the app's type.
  public func async<T: Decodable>(
    object: T.Type, _ completion: @escaping ([T]?, (any Error)?) -> Void
  ) {
    typedList(object).start(completion)
  }

  /// Reads one object as JSON.
  public func async(id: String, _ completion: @escaping (Data?, (any Error)?) -> Void) {
    rawObject(id).start(completion)
  }

  /// Reads one object as one of the app's type.
  public func async<T: Decodable>(
    id: String, object: T.Type, _ completion: @escaping (T?, (any Error)?) -> Void
  ) {
    typedObject(id, object).start(completion)
  }

  /// Counts what the query matches in the states.
  public func asyncCount(_ completion: @escaping (Int?, (any Error)?) -> Void) {
    counting.start(completion)
  }
}
