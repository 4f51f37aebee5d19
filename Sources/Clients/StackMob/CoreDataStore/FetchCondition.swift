#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// A predicate, converted to the conditions that StackMob supports.
  indirect enum FetchCondition {
    enum Operation {
      case equal
      case notEqual
      case less
      case lessOrEqual
      case greater
      case greaterOrEqual
      case between
      case isIn
    }

    case always
    case comparison(String, Operation, Any?)
    case geographic(SMPredicate)
    case and([FetchCondition])
    case or([FetchCondition])
    case not(FetchCondition)

    /// - Throws: `SMError` -100 for a condition that StackMob does not support.
    init(_ predicate: NSPredicate) throws {
      #if canImport(CoreData)
        try self.init(apple: predicate)
      #else
        try self.init(predicate.node)
      #endif
    }

    static let unsupported = SMFailure.invalidArguments("Predicate type not supported.")
    static let noKeyPath = SMFailure.invalidArguments(
      "LHS must be usable as a remote keypath")
    static let noConstant = SMFailure.invalidArguments(
      "RHS must be a constant-valued expression")
    static let noArray = SMFailure.invalidArguments("RHS must be an NSArray")

    /// Returns the elements of `value`, which must be an array or a set.
    static func elements(of value: Any?) throws -> [Any] {
      switch value {
      case let array as [Any]: return array
      case let set as NSSet: return set.allObjects
      case let array as NSArray: return (0..<array.count).map { array.object(at: $0) }
      default: throw noArray
      }
    }
  }

  #if canImport(CoreData)
    extension FetchCondition {
      fileprivate init(apple predicate: NSPredicate) throws {
        switch predicate {
        case let geographic as SMPredicate: self = .geographic(geographic)
        case let compound as NSCompoundPredicate:
          let parts = compound.subpredicates.compactMap { $0 as? NSPredicate }
          let conditions = try parts.map { try FetchCondition($0) }
          switch compound.compoundPredicateType {
          case .and: self = .and(conditions)
          case .or: self = .or(conditions)
          case .not: self = .not(conditions.first ?? .always)
          @unknown default: throw Self.unsupported
          }
        case let comparison as NSComparisonPredicate: self = try Self.condition(comparison)
        default:
          guard predicate.predicateFormat == "TRUEPREDICATE" else { throw Self.unsupported }
          self = .always
        }
      }

      private static func condition(
        _ comparison: NSComparisonPredicate
      ) throws -> FetchCondition {
        guard comparison.comparisonPredicateModifier == .direct, comparison.options == [] else {
          throw unsupported
        }
        let operation: Operation
        switch comparison.predicateOperatorType {
        case .equalTo: operation = .equal
        case .notEqualTo: operation = .notEqual
        case .lessThan: operation = .less
        case .lessThanOrEqualTo: operation = .lessOrEqual
        case .greaterThan: operation = .greater
        case .greaterThanOrEqualTo: operation = .greaterOrEqual
        case .between: operation = .between
        case .in: operation = .isIn
        default: throw unsupported
        }
        guard comparison.leftExpression.expressionType == .keyPath else { throw noKeyPath }
        let right = comparison.rightExpression
        let value: Any?
        switch right.expressionType {
        case .constantValue: value = right.constantValue
        case .aggregate:
          value = (right.collection as? [NSExpression])?.map { $0.constantValue ?? NSNull() }
        default: throw noConstant
        }
        return .comparison(comparison.leftExpression.keyPath, operation, value)
      }
    }
  #else
    extension FetchCondition {
      fileprivate init(_ node: PredicateNode) throws {
        switch node {
        case .constant(true): self = .always
        case .and(let parts): self = .and(try parts.map { try FetchCondition($0) })
        case .or(let parts): self = .or(try parts.map { try FetchCondition($0) })
        case .not(let part): self = .not(try FetchCondition(part))
        case .foreign(let predicate):
          guard let geographic = predicate as? SMPredicate else { throw Self.unsupported }
          self = .geographic(geographic)
        case .comparison(let comparison): self = try Self.condition(comparison)
        case .constant(false): throw Self.unsupported
        }
      }

      private static func condition(_ comparison: PredicateComparison) throws -> FetchCondition {
        guard comparison.modifier == .direct, !comparison.ignoresCase,
          !comparison.ignoresDiacritics, !comparison.isNormalized
        else { throw unsupported }
        let operation: Operation
        switch comparison.comparison {
        case .equal: operation = .equal
        case .notEqual: operation = .notEqual
        case .less: operation = .less
        case .lessOrEqual: operation = .lessOrEqual
        case .greater: operation = .greater
        case .greaterOrEqual: operation = .greaterOrEqual
        case .between: operation = .between
        case .isIn: operation = .isIn
        case .contains, .beginsWith, .endsWith, .like, .matches: throw unsupported
        }
        guard case .keyPath(nil, let path) = comparison.left else { throw noKeyPath }
        return .comparison(path, operation, try value(of: comparison.right))
      }

      private static func value(of expression: ManagedObjects.PredicateExpression) throws -> Any? {
        switch expression {
        case .constant(let constant): constant.value
        case .aggregate(let elements): try elements.map { try value(of: $0) ?? NSNull() }
        default: throw noConstant
        }
      }
    }
  #endif
#endif
