#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// Creates the StackMob query for a fetch request.
  ///
  /// - Source: protocol reference B18.
  struct FetchQueryBuilder {
    let entity: NSEntityDescription
    let naming: EntityNaming

    init(_ entity: NSEntityDescription, _ session: SMUserSession) {
      self.entity = entity
      naming = EntityNaming(entity, session)
    }

    /// Returns the query for a predicate, an order and a page; a `limit` of 0 means no limit.
    ///
    /// - Throws: `SMError` -100 for a condition that StackMob does not support; ``SMException`` if
    ///   the predicate or order names a property that the entity does not have.
    func query(
      _ predicate: NSPredicate?, order: [NSSortDescriptor], offset: Int, limit: Int
    ) throws -> SMQuery {
      let query = SMQuery(schema: naming.schema)
      if let predicate { try add(FetchCondition(predicate), to: query) }
      for descriptor in order {
        // Skipped: a sort descriptor without a key compares objects in code, which StackMob cannot
        // run.
        guard let key = descriptor.key else { continue }
        query.order(byField: try field(key), ascending: descriptor.ascending)
      }
      let start = max(0, offset)
      let (end, isEndless) = start.addingReportingOverflow(max(limit, 1) - 1)
      if limit > 0, !isEndless {
        query.fromIndex(UInt(start), to: UInt(end))
      } else if start > 0 {
        query.change { $0.range = "objects=\(start)-" }
      }
      if let refusal = query.refusal { throw refusal }
      return query
    }

    private func field(_ path: String) throws -> String {
      guard !path.contains(".") else { throw FetchCondition.unsupported }
      let isPlain = !path.contains(where: \.isUppercase)
      guard isPlain || entity.propertiesByName[path] != nil else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The entity \(entity.name ?? "") has no property \(path).")
      }
      return try naming.field(path)
    }

    private func add(_ condition: FetchCondition, to query: SMQuery) throws {
      switch condition {
      case .always: return
      case .comparison(let path, let operation, let value):
        try compare(field(path), operation, value, entity.attributesByName[path], query)
      case .geographic(let predicate):
        predicate.add(to: query, field: try field(predicate.property))
      case .and(let parts):
        for part in parts {
          let before = query.currentOptions().alternatives.isEmpty
          try add(part, to: query)
          // StackMob promises to support only one block of alternatives, so a second block is
          // rejected.
          if !before, part.hasAlternatives { throw FetchCondition.unsupported }
        }
      case .or(let parts): try add(alternatives: parts, to: query)
      case .not(.comparison(let path, .isIn, let value)):
        let elements = try FetchCondition.elements(of: value)
        let attribute = entity.attributesByName[path]
        let list = QueryValue.list(of: elements.map { queryValue($0, attribute) ?? NSNull() })
        let name = try field(path)
        query.change { $0.set(name + "[nin]", list) }
      case .not: throw FetchCondition.unsupported
      }
    }

    private func add(alternatives parts: [FetchCondition], to query: SMQuery) throws {
      var whole: SMQuery?
      for part in parts {
        guard !part.hasAlternatives, !part.isGeographic else { throw FetchCondition.unsupported }
        let alternative = SMQuery(schema: naming.schema)
        try add(part, to: alternative)
        whole = whole?.or(alternative) ?? alternative
      }
      if let whole { query.and(whole) }
    }

    private func compare(
      _ field: String, _ operation: FetchCondition.Operation, _ value: Any?,
      _ attribute: NSAttributeDescription?, _ query: SMQuery
    ) throws {
      func single() -> Any? { queryValue(value, attribute) }
      func needed() throws -> Any {
        guard let value = single() else { throw FetchCondition.noConstant }
        return value
      }
      switch operation {
      case .equal: query.where(field, isEqualTo: single())
      case .notEqual: query.where(field, isNotEqualTo: single())
      case .less: query.where(field, isLessThan: try needed())
      case .lessOrEqual: query.where(field, isLessThanOrEqualTo: try needed())
      case .greater: query.where(field, isGreaterThan: try needed())
      case .greaterOrEqual: query.where(field, isGreaterThanOrEqualTo: try needed())
      case .between:
        let bounds = try FetchCondition.elements(of: value)
        guard bounds.count == 2, let low = queryValue(bounds[0], attribute),
          let high = queryValue(bounds[1], attribute)
        else { throw FetchCondition.noArray }
        query.where(field, isGreaterThanOrEqualTo: low)
        query.where(field, isLessThanOrEqualTo: high)
      case .isIn:
        query.where(
          field,
          isIn: try FetchCondition.elements(of: value)
            .compactMap { queryValue($0, attribute) })
      }
    }

    /// Returns `value` in the form that queries accept: the primary key of an object, or `true` or
    /// `false` for a boolean.
    private func queryValue(_ value: Any?, _ attribute: NSAttributeDescription?) -> Any? {
      switch value {
      case nil, is NSNull: nil
      case let object as NSManagedObject: object.stackMobID
      case let id as NSManagedObjectID: id.stackMobID
      case let number as NSNumber where attribute?.attributeType == .booleanAttributeType:
        number.boolValue ? "true" : "false"
      case .some(let other): other
      }
    }
  }

  extension FetchCondition {
    /// Whether StackMob needs a block of alternatives (`[or1].`) to express the condition.
    fileprivate var hasAlternatives: Bool {
      switch self {
      case .or(let parts): parts.count > 1
      case .and(let parts): parts.contains(where: \.hasAlternatives)
      default: false
      }
    }

    fileprivate var isGeographic: Bool {
      switch self {
      case .geographic: true
      case .and(let parts), .or(let parts): parts.contains(where: \.isGeographic)
      case .not(let part): part.isGeographic
      default: false
      }
    }
  }
#endif
