public import Foundation

// What Objective-C spells otherwise than Swift: each declaration says what to write.

nonisolated extension MKCollection {
  /// An object by the words of its selector.
  @available(*, unavailable, message: "write MKCollection(name:)")
  public static func collection(withName name: String) -> MKCollection {
    preconditionFailure("unavailable")
  }

  /// Saving by the words of its selector.
  @available(*, unavailable, renamed: "saveInBackground(_:)")
  public func saveInBackgroundWithBlock(_ block: ((MKCollection?, (any Error)?) -> Void)?) {
    preconditionFailure("unavailable")
  }

  /// Deleting by the words of its selector.
  @available(*, unavailable, renamed: "deleteInBackground(_:)")
  public func deleteInBackgroundWithBlock(_ block: ((MKCollection?, (any Error)?) -> Void)?) {
    preconditionFailure("unavailable")
  }
}

nonisolated extension MKCollectionFile {
  /// A file by the words of its selector.
  @available(*, unavailable, message: "write MKCollectionFile(name:data:)")
  public static func file(withName name: String, data: Data?) -> MKCollectionFile {
    preconditionFailure("unavailable")
  }
}

nonisolated extension MKUser {
  /// A user by the words of its selector.
  @available(*, unavailable, message: "write MKUser()")
  public static func user() -> MKUser { preconditionFailure("unavailable") }
}

nonisolated extension MIAQuery {
  /// A query by the words of its selector.
  @available(*, unavailable, message: "write MIAQuery(collectionName:)")
  public static func query(withCollectionName name: String) -> MIAQuery {
    preconditionFailure("unavailable")
  }

  /// The search by the words of its selector.
  @available(*, unavailable, renamed: "findObjects(completionBlock:)")
  public func findObjectsWithCompletionBlock(_ block: @escaping ([Any]?, (any Error)?) -> Void) {
    preconditionFailure("unavailable")
  }
}
