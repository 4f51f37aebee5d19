#if canImport(CoreData) || ManagedObjects
  import Foundation

  // Values and merge policies for objects that were changed on both sides.
  // Source: protocol reference B21.

  /// A merge policy returns this number to keep the client's version of the object.
  public let SMClientObject: Int32 = 0

  /// A merge policy returns this number to keep the server's version of the object.
  public let SMServerObject: Int32 = 1

  /// The field with the date of an object's last change: `lastmoddate`.
  ///
  /// It is also the key for that date in the dictionaries that merge policies get.
  public let SMLastModDateKey = "lastmoddate"

  /// A merge policy that always chooses the client's version.
  public var SMMergePolicyClientWins: SMMergePolicy { { _, _, _ in SMClientObject } }

  /// A merge policy that chooses the version that was changed last.
  ///
  /// If both were changed at the same time, it chooses the server's version. If the server no
  /// longer has the object, it chooses the client's version.
  public var SMMergePolicyLastModifiedWins: SMMergePolicy {
    { client, server, _ in
      guard let theirs = server?[SMLastModDateKey] as? Date else { return SMClientObject }
      guard let ours = client[SMLastModDateKey] as? Date else { return SMServerObject }
      return ours > theirs ? SMClientObject : SMServerObject
    }
  }

  /// The default merge policy: it chooses the server's version if the server has changed or deleted
  /// the object since this device last synchronised it, otherwise the client's version.
  public var SMMergePolicyServerModifiedWins: SMMergePolicy {
    { _, server, base in
      server?[SMLastModDateKey] as? Date == base ? SMClientObject : SMServerObject
    }
  }
#endif
