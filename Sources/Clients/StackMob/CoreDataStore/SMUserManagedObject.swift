#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// A managed object of the user schema, with a password that is sent once.
  ///
  /// Use it as the class of the user entity. The password is not an attribute: the client's
  /// password store keeps it until the user is created, and it is sent once, over https. Set the
  /// user name before the password. Use an object only on the queue of its context.
  ///
  /// ```swift
  /// import StackMob
  ///
  /// func signUp(_ name: String, _ password: String, in context: NSManagedObjectContext) throws {
  ///   let user = SMUserManagedObject(entityName: "User", insertInto: context)
  ///   user.setValue(name, forKey: user.primaryKeyField())
  ///   user.setPassword(password)
  ///   try context.saveAndWait()
  /// }
  /// ```
  ///
  /// - Source: protocol reference B16; the guide, "Creating a User Object".
  open class SMUserManagedObject: NSManagedObject {
    private var client: SMClient?

    /// Creates a new user of the default client, with the entity of this name.
    ///
    /// If the context's model does not have the entity, the process ends.
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

    /// Creates a new user of the default client, with the given user entity.
    public override init(
      entity: NSEntityDescription, insertInto context: NSManagedObjectContext?
    ) {
      client = SMClient.default()
      super.init(entity: entity, insertInto: context)
    }

    /// Creates a new user of the given client, whose password store keeps the user's password.
    public init(
      entity: NSEntityDescription, client: SMClient?, insertInto context: NSManagedObjectContext?
    ) {
      self.client = client
      super.init(entity: entity, insertInto: context)
    }

    /// The session whose password store is used: the session of the context's store, otherwise the
    /// client's session.
    final var passwordSession: SMUserSession? {
      managedObjectContext?.stackMobStore?.session ?? client?.session
    }

    /// Stores the password with which the user will be created.
    ///
    /// Set the user name first; without a user name the process ends with
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

    /// Removes the stored password; call it if the user will not be created after all.
    open func removePassword() {
      guard let name = smObjectId() else { return }
      passwordSession?.forgetPassword(of: name)
    }
  }

  extension SMUserSession {
    /// Returns the stored password for a user that is about to be created.
    ///
    /// - Throws: ``SMException`` if no password was set, `SMError` -104 if the password is no
    ///   longer stored.
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

    func forgetPassword(of user: String) {
      guard let identifier = userIdentifierMap[user] else { return }
      environment.passwords.setPassword(nil, forIdentifier: identifier)
      userIdentifierMap[user] = nil
    }
  }
#endif
