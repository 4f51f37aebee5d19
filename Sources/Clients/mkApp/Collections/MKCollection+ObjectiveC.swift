public import Foundation

// Names of the Objective-C SDK that are spelled differently in Swift. They cannot be called; the
// compiler's message shows the Swift spelling.

nonisolated extension MKCollection {
  /// Unavailable: the Objective-C name of `MKCollection(name:)`.
  @available(*, unavailable, message: "write MKCollection(name:)")
  public static func collection(withName name: String) -> MKCollection {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C name of `saveInBackground(_:)`.
  @available(*, unavailable, renamed: "saveInBackground(_:)")
  public func saveInBackgroundWithBlock(_ block: ((MKCollection?, (any Error)?) -> Void)?) {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C name of `deleteInBackground(_:)`.
  @available(*, unavailable, renamed: "deleteInBackground(_:)")
  public func deleteInBackgroundWithBlock(_ block: ((MKCollection?, (any Error)?) -> Void)?) {
    preconditionFailure("unavailable")
  }
}

nonisolated extension MKCollectionFile {
  /// Unavailable: the Objective-C name of `MKCollectionFile(name:data:)`.
  @available(*, unavailable, message: "write MKCollectionFile(name:data:)")
  public static func file(withName name: String, data: Data?) -> MKCollectionFile {
    preconditionFailure("unavailable")
  }
}

nonisolated extension MKUser {
  /// Unavailable: the Objective-C name of `MKUser()`.
  @available(*, unavailable, message: "write MKUser()")
  public static func user() -> MKUser { preconditionFailure("unavailable") }
}

nonisolated extension MIAQuery {
  /// Unavailable: the Objective-C name of `MIAQuery(collectionName:)`.
  @available(*, unavailable, message: "write MIAQuery(collectionName:)")
  public static func query(withCollectionName name: String) -> MIAQuery {
    preconditionFailure("unavailable")
  }

  /// Unavailable: the Objective-C name of `findObjects(completionBlock:)`.
  @available(*, unavailable, renamed: "findObjects(completionBlock:)")
  public func findObjectsWithCompletionBlock(_ block: @escaping ([Any]?, (any Error)?) -> Void) {
    preconditionFailure("unavailable")
  }
}
