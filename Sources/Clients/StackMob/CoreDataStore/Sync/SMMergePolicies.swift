#if canImport(CoreData) || ManagedObjects
  import Foundation

  // Policies for objects that were changed on both sides.
  // Source: protocol reference B21.

  /// The result of a merge policy that chooses the client's object.
  public let SMClientObject: Int32 = 0

  /// The result of a merge policy that chooses the server's object.
  public let SMServerObject: Int32 = 1

  /// The field of the date of the last change, which is also its key in the dictionaries of merge
  /// policies.
  public let SMLastModDateKey = "lastmoddate"

  /// A merge policy that always chooses the client's object.
  public var SMMergePolicyClientWins: SMMergePolicy { { _, _, _ in SMClientObject } }

  /// A merge policy that chooses the object that was changed last.
  ///
  /// If both were changed at the same time, it chooses the server's object. If the server no longer
  /// has the object, it chooses the client's.
  public var SMMergePolicyLastModifiedWins: SMMergePolicy {
    { client, server, _ in
      guard let theirs = server?[SMLastModDateKey] as? Date else { return SMClientObject }
      guard let ours = client[SMLastModDateKey] as? Date else { return SMServerObject }
      return ours > theirs ? SMClientObject : SMServerObject
    }
  }

  /// A merge policy that chooses the server's object if that was changed or deleted after the
  /// client's last sync of it.
  ///
  /// It is the default policy.
  public var SMMergePolicyServerModifiedWins: SMMergePolicy {
    { _, server, base in
      server?[SMLastModDateKey] as? Date == base ? SMClientObject : SMServerObject
    }
  }
#endif
