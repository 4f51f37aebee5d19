/// A schema's permission for each verb (A23); open unless set, as with inferred schemas (A6.1).
struct Permissions: Sendable, Hashable {
  private var create = Permission.open
  private var read = Permission.open
  private var update = Permission.open
  private var delete = Permission.open

  subscript(verb: DataVerb) -> Permission {
    get {
      switch verb {
      case .create: create
      case .read: read
      case .update: update
      case .delete: delete
      }
    }
    set {
      switch verb {
      case .create: create = newValue
      case .read: read = newValue
      case .update: update = newValue
      case .delete: delete = newValue
      }
    }
  }
}
