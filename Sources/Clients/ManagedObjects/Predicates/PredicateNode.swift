#if !canImport(CoreData)
  package import Foundation

  /// A parsed predicate, in the form that stores translate.
  package indirect enum PredicateNode {
    case constant(Bool)
    case comparison(PredicateComparison)
    case and([PredicateNode])
    case or([PredicateNode])
    case not(PredicateNode)
    /// A predicate that runs code, or that belongs to a class of the app.
    case foreign(NSPredicate)
  }

  /// A comparison of two expressions.
  package struct PredicateComparison {
    /// The operators of comparisons.
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

    /// The elements of a collection on the left for which the comparison must be true.
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
    /// Whether texts are already normalised, so that they are compared unchanged.
    package var isNormalized = false
  }

  /// An expression of a predicate.
  package indirect enum PredicateExpression {
    /// A constant value.
    case constant(PredicateConstant)
    /// A key path of an expression, or of the evaluated object itself.
    case keyPath(PredicateExpression?, String)
    case evaluatedObject
    case variable(String)
    case aggregate([PredicateExpression])
    case function(String, [PredicateExpression])
    case subquery(PredicateExpression, variable: String, PredicateNode)
    case ternary(PredicateNode, PredicateExpression, PredicateExpression)
  }

  /// A constant in a predicate.
  package struct PredicateConstant {
    let operand: Operand
    /// Whether it was written as a Boolean constant; otherwise booleans are numbers.
    let isBoolean: Bool

    init(_ operand: Operand, isBoolean: Bool = false) {
      self.operand = operand
      self.isBoolean = isBoolean
    }

    /// Creates a constant from a value that an app has passed.
    package init(value: Any?) {
      operand = Operand(value)
      isBoolean = value is Bool && !(value is Int)
    }

    /// The value as a Foundation type: numbers as `NSNumber`, collections as arrays.
    package var value: Any? { operand.external }
  }

  extension NSPredicate {
    /// The predicate as a tree.
    ///
    /// A predicate that was not parsed is foreign.
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

    /// Returns the predicate with values instead of its variables.
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
