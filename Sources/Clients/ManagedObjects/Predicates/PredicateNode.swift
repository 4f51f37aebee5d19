#if !canImport(CoreData)
  package import Foundation

  /// A parsed predicate as a tree, which stores translate to their own queries.
  package indirect enum PredicateNode {
    case constant(Bool)
    case comparison(PredicateComparison)
    case and([PredicateNode])
    case or([PredicateNode])
    case not(PredicateNode)
    /// A predicate that was not parsed from a format, because it runs a block or an app's own
    /// class.
    case foreign(NSPredicate)
  }

  package struct PredicateComparison {
    package enum Operator: String, Sendable {
      case equal = "=="
      case notEqual = "!="
      case less = "<"
      case lessOrEqual = "<="
      case greater = ">"
      case greaterOrEqual = ">="
      case between = "BETWEEN"
      case isIn = "IN"
      case contains = "CONTAINS"
      case beginsWith = "BEGINSWITH"
      case endsWith = "ENDSWITH"
      case like = "LIKE"
      case matches = "MATCHES"
    }

    /// Determines how many elements of a collection on the left side must fulfil the comparison.
    package enum Modifier: String, Sendable {
      case direct = ""
      case any = "ANY"
      case all = "ALL"
    }

    package var left: PredicateExpression
    package var comparison: Operator
    package var right: PredicateExpression
    package var modifier: Modifier = .direct
    package var ignoresCase = false
    package var ignoresDiacritics = false
    /// Whether both strings are already normalised, so that they are compared without folding.
    package var isNormalized = false
  }

  package indirect enum PredicateExpression {
    case constant(PredicateConstant)
    /// A key path, read from an expression's value, or from the evaluated object if it is `nil`.
    case keyPath(PredicateExpression?, String)
    case evaluatedObject
    case variable(String)
    case aggregate([PredicateExpression])
    case function(String, [PredicateExpression])
    case subquery(PredicateExpression, variable: String, PredicateNode)
    case ternary(PredicateNode, PredicateExpression, PredicateExpression)
  }

  package struct PredicateConstant {
    let operand: Operand
    /// Whether the constant was written as a Boolean literal; stored booleans count as numbers.
    let isBoolean: Bool

    init(_ operand: Operand, isBoolean: Bool = false) {
      self.operand = operand
      self.isBoolean = isBoolean
    }

    /// The value as a Foundation type, with numbers as `NSNumber` and collections as arrays.
    package var value: Any? { operand.external }
  }

  extension NSPredicate {
    /// The predicate as a tree, which is a single foreign node if it was not parsed from a format.
    package var node: PredicateNode {
      switch self {
      case let parsed as ParsedPredicate: return parsed.tree
      case let compound as NSCompoundPredicate:
        let parts = compound.subpredicates.map(\.node)
        switch compound.compoundPredicateType {
        case .and: return .and(parts)
        case .or: return .or(parts)
        case .not: return .not(parts.first ?? .constant(true))
        }
      default: return .foreign(self)
      }
    }

    /// Returns a copy whose variables, such as `$NAME`, are replaced by values.
    final func substituting(_ variables: [String: Any]) -> NSPredicate {
      switch self {
      case let parsed as ParsedPredicate:
        return ParsedPredicate(parsed.tree.substituting(variables.mapValues { Operand($0) }))
      case let compound as NSCompoundPredicate:
        return NSCompoundPredicate(
          type: compound.compoundPredicateType,
          subpredicates: compound.subpredicates.map { $0.substituting(variables) })
      default: return self
      }
    }
  }

  extension PredicateNode {
    func substituting(_ variables: [String: Operand]) -> PredicateNode {
      switch self {
      case .constant, .foreign: return self
      case .and(let parts): return .and(parts.map { $0.substituting(variables) })
      case .or(let parts): return .or(parts.map { $0.substituting(variables) })
      case .not(let part): return .not(part.substituting(variables))
      case .comparison(var comparison):
        comparison.left = comparison.left.substituting(variables)
        comparison.right = comparison.right.substituting(variables)
        return .comparison(comparison)
      }
    }
  }

  extension PredicateExpression {
    func substituting(_ variables: [String: Operand]) -> PredicateExpression {
      switch self {
      case .constant, .evaluatedObject: return self
      case .variable(let name):
        return variables[name].map { .constant(PredicateConstant($0)) } ?? self
      case .keyPath(let base, let path):
        return .keyPath(base?.substituting(variables), path)
      case .aggregate(let elements):
        return .aggregate(elements.map { $0.substituting(variables) })
      case .function(let name, let arguments):
        return .function(name, arguments.map { $0.substituting(variables) })
      case .subquery(let collection, let name, let predicate):
        var others = variables
        others[name] = nil
        return .subquery(
          collection.substituting(variables), variable: name, predicate.substituting(others))
      case .ternary(let condition, let yes, let no):
        return .ternary(
          condition.substituting(variables), yes.substituting(variables),
          no.substituting(variables))
      }
    }
  }
#endif
