#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// A managed object of the schema of users.
  ///
  /// The password is no attribute: it is kept in the client's password store until the user is
  /// created, and sent once, over https.
  ///
  /// - Source: protocol reference B16; the guide, "Creating a User Object".
  open class SMUserManagedObject: NSManagedObject {
    private var client: SMClient?

    /// A new user of the default client, of the entity of a name.
    public init(entityName: String, insertInto context: NSManagedObjectContext) {
      guard let entity = NSEntityDescription.entity(forEntityName: entityName, in: context) else {
        SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The context's model has no entity \(entityName)."
        ).raise()
      }
      client = SMClient.default()
      super.init(entity: entity, insertInto: context)
    }

    /// A new user of the default client.
    public override init(
      entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
    ) {
      client = SMClient.default()
      super.init(entity: entity, insertInto: context)
    }

    /// A new user of a client.
    public init(
      entity: NSEntityDescription, client: SMClient?, insertInto context: NSManagedObjectContext?
    ) {
      self.client = client
      super.init(entity: entity, insertInto: context)
    }

    /// The session that knows where passwords are: that of the context's store, else the client's.
    final var passwordSession: SMUserSession? {
      managedObjectContext?.stackMobStore?.session ?? client?.session
    }

    /// Keeps the password that the user is created with.
    ///
    /// The user name must be set before; without one the process ends with
    /// `SMExceptionIncompatibleObject`.
    open func setPassword(_ value: String) {
      guard let session = passwordSession, let name = smObjectId() else {
        SMException(
          name: SMExceptionIncompatibleObject,
          reason: "Set the user's \(primaryKeyField()) before the password."
        ).raise()
      }
      let identifier = UUID().uuidString
      session.environment.passwords.setPassword(value, forIdentifier: identifier)
      session.userIdentifierMap[name] = identifier
    }

    /// Forgets the password, for a user who is not created after all.
    open func removePassword() {
      guard let name = smObjectId() else { return }
      passwordSession?.forgetPassword(of: name)
    }
  }

  extension SMUserSession {
    /// The password of a user to be created.
    ///
    /// - Throws: ``SMException`` where none was ever set, -104 where it is no longer kept.
    func password(of user: String) throws -> String {
      guard let identifier = userIdentifierMap[user] else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The user \(user) has no password; call setPassword(_:) before saving.")
      }
      guard let password = environment.passwords.password(forIdentifier: identifier) else {
        throw SMFailure.stackMob(SMErrorPasswordForUserObjectNotFound)
      }
      return password
    }

    /// Forgets the password of a user.
    func forgetPassword(of user: String) {
      guard let identifier = userIdentifierMap[user] else { return }
      environment.passwords.setPassword(nil, forIdentifier: identifier)
      userIdentifierMap[user] = nil
    }
  }
#endif
