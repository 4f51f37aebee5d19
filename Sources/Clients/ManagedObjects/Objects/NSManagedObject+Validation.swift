#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject {
    /// Validates the attributes, and the numbers of related objects.
    final func validateProperties() throws {
      fire()
      var errors: [NSError] = []
      for check in plan.checks {
        if let code = check.failure(of: values[check.index]) {
          let value = values[check.index].external(check.attribute.attributeType)
          errors.append(error(code, check.attribute.name, value))
        }
      }
      for (index, relationship) in plan.relationships.enumerated() {
        if let code = failure(of: relationship, index) {
          errors.append(error(code, relationship.name, nil))
        }
      }
      // A relationship that was neither read nor changed is still valid, so the validation does not
      // read it.
      for name in plan.names where !isUntouched(name) {
        do { try validateValue(value(forKey: name), forKey: name) } catch {
          errors.append(error as NSError)
        }
      }
      try Self.raise(errors)
    }

    /// Returns whether a relationship was neither read nor changed.
    private func isUntouched(_ name: String) -> Bool {
      guard let index = plan.relationship(name) else { return false }
      return relations[index].isUnresolved && !changedRelations.contains(index)
    }

    /// Returns the error code if a relationship has too few or too many objects, otherwise `nil`.
    private func failure(of relationship: NSRelationshipDescription, _ index: Int) -> Int? {
      let least = relationship.isOptional ? relationship.minCount : max(1, relationship.minCount)
      let isBounded = relationship.isToMany && relationship.maxCount > 0
      guard least > 0 || isBounded else { return nil }
      let count = resolved(index).count
      if count == 0 {
        guard !relationship.isOptional else { return nil }
        return NSValidationMissingMandatoryPropertyError
      }
      if count < least { return NSValidationRelationshipLacksMinimumCountError }
      return isBounded && count > relationship.maxCount
        ? NSValidationRelationshipExceedsMaximumCountError : nil
    }

    /// Throws if a relationship with the deny rule still has objects.
    final func validateDeletion() throws {
      fire()
      var errors: [NSError] = []
      for (index, relationship) in plan.relationships.enumerated()
      where relationship.deleteRule == .denyDeleteRule {
        // Related objects that are deleted too do not prevent the deletion.
        let others = resolved(index).objects.filter { !$0.isDeleted }
        guard !others.isEmpty else { continue }
        errors.append(
          error(NSValidationRelationshipDeniedDeleteError, relationship.name, nil))
      }
      try Self.raise(errors)
    }

    private func error(_ code: Int, _ key: String, _ value: Any?) -> NSError {
      var info: [String: Any] = [
        NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: key,
      ]
      if let value { info[NSValidationValueErrorKey] = value }
      return .coreData(
        code, "The operation couldn’t be completed. (Cocoa error \(code).)", info)
    }

    /// Throws a single error unchanged, and several errors as one error that lists them.
    static func raise(_ errors: [NSError]) throws {
      if errors.count < 2 {
        if let error = errors.first { throw error }
        return
      }
      throw NSError.coreData(
        NSValidationMultipleErrorsError, "Multiple validation errors occurred.",
        [NSDetailedErrorsKey: errors])
    }

    /// Returns the errors that a combined error lists, or the error itself.
    static func details(of error: any Error) -> [NSError] {
      let error = error as NSError
      guard error.code == NSValidationMultipleErrorsError,
        let several = error.userInfo[NSDetailedErrorsKey] as? [NSError]
      else { return [error] }
      return several
    }
  }
#endif
