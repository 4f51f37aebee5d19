#if canImport(CoreData) || ManagedObjects
  import Foundation

  // Who wins where an object was changed on both sides.
  // Source: protocol reference B21.

  /// What a merge policy answers for the client's object to win.
  public let SMClientObject: Int32 = 0

  /// What a merge policy answers for the server's object to win.
  public let SMServerObject: Int32 = 1

  /// The field, and the key in a merge policy's dictionaries, of the date of the last change.
  public let SMLastModDateKey = "lastmoddate"

  /// The client's object wins, whatever the server has.
  public var SMMergePolicyClientWins: SMMergePolicy { { _, _, _ in SMClientObject } }

  /// The object that was changed last wins, the server's where both were at once.
  ///
  /// The client's wins over an object that the server has no more.
  public var SMMergePolicyLastModifiedWins: SMMergePolicy {
    { client, server, _ in
      guard let theirs = server?[SMLastModDateKey] as? Date else { return SMClientObject }
      guard let ours = client[SMLastModDateKey] as? Date else { return SMServerObject }
      return ours > theirs ? SMClientObject : SMServerObject
    }
  }

  /// The server's object wins if it was changed, or deleted, since the client knew it.
  ///
  /// The policy that counts unless another is set.
  public var SMMergePolicyServerModifiedWins: SMMergePolicy {
    { _, server, base in
      server?[SMLastModDateKey] as? Date == base ? SMClientObject : SMServerObject
    }
  }
#endif
