import Foundation
import GhostlightCore
import GhostlightSyncStatus
import ManagedObjects

extension NSEntityDescription {
  /// The names of attributes that show information of the service about the remote object.
  ///
  /// A push never sends them.
  private static let mirrored: Set<String> = [
    "id", "_id", "createdAt", "updatedAt", "creatorId", "updaterId",
  ]
  /// The names of attributes that are not synchronised, because they mean something else to a
  /// service.
  private static let reserved: Set<String> = ["sync", "trash", "__STATE__"]

  /// The attributes that are sent and received, sorted by name.
  var synchronised: [NSAttributeDescription] {
    attributesByName.values
      .filter { !$0.isTransient && !Self.mirrored.contains($0.name) }
      .filter { !Self.reserved.contains($0.name) }
      .sorted { $0.name < $1.name }
  }

  var mirrors: [NSAttributeDescription] {
    attributesByName.values.filter { !$0.isTransient && Self.mirrored.contains($0.name) }
  }

  /// Returns the fields that a push would send for an object with a document's `fields`.
  ///
  /// Fields without a value are omitted.
  func fields(_ fields: JSONObject, _ form: ValueForm) throws(UnrepresentableValue) -> JSONObject {
    var kept = JSONObject()
    for attribute in synchronised {
      kept[attribute.name] = try attribute.json(
        try attribute.value(fields[attribute.name], form), form)
    }
    return kept
  }
}

extension NSManagedObject {
  /// Returns the object's attributes that have a value, in the form that a push sends.
  ///
  /// - Throws: ``SyncError`` if a value cannot be sent.
  func fields(_ form: ValueForm) throws(SyncError) -> JSONObject {
    var fields = JSONObject()
    for attribute in entity.synchronised {
      do throws(UnrepresentableValue) {
        fields[attribute.name] = try attribute.json(value(forKey: attribute.name), form)
      } catch {
        throw SyncError.invalidValue(
          entity: entity.name ?? "", attribute: attribute.name, reason: error.reason)
      }
    }
    return fields
  }

  /// Replaces all synchronised attributes by a document's fields.
  ///
  /// If one of the fields is not valid, the object is unchanged.
  ///
  /// - Throws: ``SyncError`` if a field does not fit its attribute, or if the object would be
  ///   invalid.
  func apply(_ document: RemoteDocument, _ form: ValueForm) throws {
    func invalid(_ reason: String) -> SyncError {
      .invalidDocument(entity: entity.name ?? "", id: document.id, reason: reason)
    }
    var values: [(name: String, value: Any?)] = []
    for attribute in entity.synchronised {
      do throws(UnrepresentableValue) {
        values.append((attribute.name, try attribute.value(document.fields[attribute.name], form)))
      } catch { throw invalid(error.reason) }
    }
    let before = values.map { ($0.name, value(forKey: $0.name)) }
    for (name, value) in values { setValue(value, forKey: name) }
    mirror(document, form)
    do {
      if isInserted { try validateForInsert() } else { try validateForUpdate() }
    } catch {
      for (name, value) in before { setValue(value, forKey: name) }
      throw invalid(error.localizedDescription)
    }
  }

  /// Sets the attributes that the app declares for information about the remote object.
  func mirror(_ document: RemoteDocument, _ form: ValueForm) {
    for attribute in entity.mirrors {
      let value: Any? =
        switch attribute.name {
        case "id", "_id": document.id
        case "creatorId": document.creatorID
        case "updaterId": document.updaterID
        case "createdAt": document.createdAt.flatMap { attribute.time($0, form) }
        default: attribute.time(document.updatedAt, form)
        }
      guard attribute.accepts(value) else { continue }
      setValue(value, forKey: attribute.name)
    }
  }
}

extension NSAttributeDescription {
  /// Converts a time of the service to the attribute's type; `nil` if the type cannot represent it.
  fileprivate func time(_ time: Int64, _ form: ValueForm) -> Any? {
    switch attributeType {
    case .dateAttributeType: form.moment(time)
    case .integer64AttributeType: NSNumber(value: time)
    case .doubleAttributeType: NSNumber(value: Double(time))
    case .stringAttributeType:
      Int64(exactly: (form.moment(time).timeIntervalSince1970 * 1000).rounded())
        .map { ISODate.format(milliseconds: $0) }
    default: .none
    }
  }

  /// Returns whether the attribute can store a value, which may be `nil`.
  fileprivate func accepts(_ value: Any?) -> Bool {
    switch value {
    case .none: isOptional
    case is String: attributeType == .stringAttributeType
    default: true
    }
  }
}
