#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger
  import HTTPTypes
  import ManagedObjects

  /// One object of a save, and the request that saves it.
  struct SaveStep {
    let object: NSManagedObjectID
    let id: ObjectKey
    /// The group of the save that contains the object: new, changed or deleted objects.
    let kind: SaveKind
    /// The change that the request makes.
    ///
    /// It differs from `kind` for a new object that StackMob already has: that object is updated.
    let verb: SaveKind
    let schema: String
    let body: JSONObject
    /// The body's fields, with related objects as primary keys instead of nested objects.
    let fields: JSONObject
    let nested: [SentWrites.Draft]
    let draft: RequestDraft
    let isUser: Bool
    /// The object's earlier writes that got no response.
    let before: WriteLedger

    /// Creates the request for a new or changed object.
    ///
    /// A new object that StackMob is known to have is updated. If a new object is also nested in
    /// the body of another object of its group, that other request may arrive first. An empty
    /// header field prevents StackMob from rejecting the second request as a duplicate.
    init(
      _ verb: SaveKind, as kind: SaveKind, _ object: NSManagedObject,
      _ serialization: ObjectSerialization, _ session: SMUserSession, _ before: WriteLedger,
      isNested: Bool = false
    ) throws {
      self.object = object.objectID
      id = try LocalChange.key(of: object)
      self.kind = kind
      self.verb = verb
      self.before = before
      body = serialization.body
      fields = try body.flattened(object.entity, session)
      nested = try serialization.nested.compactMap { other, fields in
        guard let id = ObjectKey(other) else { return nil }
        return SentWrites.Draft(
          id: id, operation: .update, fields: try fields.flattened(other.entity, session),
          isNested: true)
      }
      isUser = object is SMUserManagedObject
      schema = EntityNaming(object.entity, session).schema
      var sent = serialization.body
      let address = try StoreAddress(id: object.stackMobID, schema: schema)
      let header = serialization.header ?? (isNested && verb == .insert ? "" : nil)
      var draft: RequestDraft
      if verb == .insert, isUser {
        sent[session.userPasswordField] = .string(try session.password(of: address.id))
        draft = .json(.post, WireText.schemaPath(schema), .object(sent.sorted), isSecure: true)
      } else if verb == .insert || header != nil {
        draft = .json(.post, WireText.schemaPath(schema), .object(sent))
      } else {
        draft = .json(.put, address.path, .object(sent))
      }
      draft.headers[.stackMobRelations] = header
      self.draft = draft
    }

    init(
      deleting object: NSManagedObjectID, _ session: SMUserSession, _ before: WriteLedger
    ) throws {
      self.object = object
      id = try LocalChange.key(of: object)
      kind = .delete
      verb = .delete
      self.before = before
      body = [:]
      fields = [:]
      nested = []
      isUser = false
      schema = EntityNaming(object.entity, session).schema
      draft = RequestDraft(.delete, try StoreAddress(id: id.key, schema: schema).path)
    }

    /// The writes of the request: first the object's own, then those of nested objects.
    var writes: [SentWrites.Draft] {
      let operation: UnansweredWrite.Operation =
        switch verb {
        case .insert: .create
        case .update: .update
        case .delete: .delete
        }
      return [SentWrites.Draft(id: id, operation: operation, fields: fields)] + nested
    }

    /// The body as text for the log; a user's password is not part of it.
    var text: String { body.isEmpty ? "" : JSON.object(body).text() }
  }

  struct SaveAnswer {
    let step: SaveStep
    let outcome: WriteOutcome
    /// The object as StackMob stored it; `nil` if the response does not contain it.
    var stored: JSONObject?
  }
#endif
