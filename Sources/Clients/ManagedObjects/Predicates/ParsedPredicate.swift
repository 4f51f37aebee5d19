#if !canImport(CoreData)
  public import Foundation

  /// A protocol that adds initialisers with format strings to `NSPredicate`.
  ///
  /// Foundation's own initialisers with format strings are unavailable on Linux. Only `NSPredicate`
  /// conforms. The syntax is Apple's. Arguments replace the placeholders `%@`, `%K` and the number
  /// formats. A parsed predicate is immutable.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func overdue(before date: Date) -> NSPredicate {
  ///   NSPredicate(format: "isDone == NO AND due < %@", date as CVarArg)
  /// }
  /// ```
  ///
  /// - Source: Predicate Programming Guide, "Predicate Format String Syntax".
  public protocol PredicateFormat {}

  extension NSPredicate: PredicateFormat {}

  extension PredicateFormat where Self: NSPredicate {
    /// Parses a format string with arguments for its placeholders.
    ///
    /// An invalid format ends the process, as Core Data's exception does.
    public init(format: String, _ arguments: Any?...) {
      self.init(format: format, argumentArray: arguments.map { $0 as Any })
    }

    /// Parses a format string with an array of arguments for its placeholders.
    ///
    /// An invalid format ends the process, as Core Data's exception does.
    public init(format: String, argumentArray arguments: [Any]?) {
      do {
        try self.init(parsing: format, arguments: arguments ?? [])
      } catch {
        preconditionFailure("\(error)")
      }
    }

    /// Parses a format string that may be invalid, for example because a user typed it.
    ///
    /// - Throws: ``PredicateFormatError``, which has the position of the error in the format.
    public init(parsing format: String, arguments: [Any?] = []) throws {
      var parser = PredicateParser(format, arguments.map { Operand($0) }, arguments)
      let parsed = ParsedPredicate(try parser.parse())
      guard let made = parsed as? Self else {
        preconditionFailure("\(Self.self) cannot be created from a format string")
      }
      self = made
    }

    /// Returns a copy whose variables, such as `$NAME`, are replaced by values.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
      (self as NSPredicate).substituting(variables)
    }
  }

  /// An error for an invalid predicate format.
  ///
  /// `NSPredicate(parsing:arguments:)` throws it. It contains the position and the reason, so that
  /// an app can show them to a user who typed the format. It does not exist in Core Data, which
  /// raises an exception.
  public struct PredicateFormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The whole format string.
    public let format: String
    /// The index of the character at which parsing failed; it equals the format's length at its
    /// end.
    public let position: Int
    /// The reason why the format is invalid at ``position``.
    public let reason: String

    /// A message with the format, the reason and the position.
    public var description: String {
      let rest = String(format.dropFirst(position))
      let place = rest.isEmpty ? "at the end" : "at character \(position), before \"\(rest)\""
      return "Unable to parse the format string \"\(format)\": \(reason) \(place)"
    }
  }

  /// A predicate that was parsed from a format.
  final class ParsedPredicate: NSPredicate {
    let tree: PredicateNode

    init(_ tree: PredicateNode) {
      self.tree = tree
      super.init(value: true)
    }

    required init?(coder: NSCoder) { nil }

    override func evaluate(
      with object: Any?, substitutionVariables bindings: [String: Any]?
    ) -> Bool {
      let evaluation = PredicateEvaluation(
        object: Operand(object), variables: bindings?.mapValues { Operand($0) } ?? [:])
      return evaluation.holds(tree)
    }

    override func evaluate(with object: Any?) -> Bool {
      PredicateEvaluation(object: Operand(object), variables: [:]).holds(tree)
    }

    override func isEqual(_ object: Any?) -> Bool {
      (object as? ParsedPredicate).map { $0.tree.format == tree.format } ?? false
    }

    override var hash: Int { tree.format.hashValue }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var predicateFormat: String { tree.format }

    override var description: String { tree.format }
  }

  extension PredicateNode {
    /// The format string of the predicate.
    package var format: String {
      switch self {
      case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
      case .and(let parts): return Self.joined(parts, "AND")
      case .or(let parts): return Self.joined(parts, "OR")
      case .not(let part): return "NOT \(part.isCompound ? "(\(part.format))" : part.format)"
      case .foreign(let predicate): return "BLOCKPREDICATE(\(predicate.hash))"
      case .comparison(let comparison):
        var options = ""
        if comparison.ignoresCase { options += "c" }
        if comparison.ignoresDiacritics { options += "d" }
        if comparison.isNormalized { options += "n" }
        let words = [
          comparison.modifier.rawValue, comparison.left.format,
          comparison.comparison.rawValue + (options.isEmpty ? "" : "[\(options)]"),
          comparison.right.format,
        ]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }

    private var isCompound: Bool {
      switch self {
      case .and, .or: true
      default: false
      }
    }

    private static func joined(_ parts: [PredicateNode], _ word: String) -> String {
      parts.map { $0.isCompound ? "(\($0.format))" : $0.format }.joined(separator: " \(word) ")
    }
  }

  extension PredicateExpression {
    /// The format string of the expression.
    package var format: String {
      switch self {
      case .constant(let constant): return Self.format(of: constant.operand)
      case .keyPath(let base, let path): return base.map { "\($0.format).\(path)" } ?? path
      case .evaluatedObject: return "SELF"
      case .variable(let name): return "$\(name)"
      case .aggregate(let elements):
        return "{\(elements.map(\.format).joined(separator: ", "))}"
      case .function(let name, let arguments):
        if Arithmetic(rawValue: name) != nil, arguments.count == 2 {
          return "(\(arguments[0].format) \(name) \(arguments[1].format))"
        }
        if name == "[]", arguments.count == 2 {
          guard case .constant(let constant) = arguments[1], case .text(let word) = constant.operand
          else { return "\(arguments[0].format)[\(arguments[1].format)]" }
          return "\(arguments[0].format)[\(word)]"
        }
        if ["UNION", "INTERSECT", "MINUS"].contains(name), arguments.count == 2 {
          return "(\(arguments[0].format) \(name) \(arguments[1].format))"
        }
        return "\(name)(\(arguments.map(\.format).joined(separator: ", ")))"
      case .subquery(let collection, let variable, let predicate):
        return "SUBQUERY(\(collection.format), $\(variable), \(predicate.format))"
      case .ternary(let condition, let yes, let no):
        return "TERNARY(\(condition.format), \(yes.format), \(no.format))"
      }
    }

    private static func format(of operand: Operand) -> String {
      switch operand {
      case .null: return "nil"
      case .text(let text):
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\")
          .replacingOccurrences(of: "\"", with: "\\\"")
        return "\"\(escaped)\""
      case .integer(let value): return "\(value)"
      case .double(let value): return "\(value)"
      case .decimal(let value): return "\(value)"
      case .date(let date):
        return "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
      case .collection(let elements, _):
        return "{\(elements.map(format).joined(separator: ", "))}"
      case .object(let id, _): return id.uriRepresentation().absoluteString
      case .data, .uuid, .url, .dictionary, .other: return "\(operand.external ?? "")"
      }
    }
  }

  extension Date: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// An empty encoding, with which a date can be passed as `CVarArg`; predicates read the date
    /// itself.
    public var _cVarArgEncoding: [Int] { [] }
  }

  extension UUID: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// An empty encoding, with which a UUID can be passed as `CVarArg`; predicates read the UUID
    /// itself.
    public var _cVarArgEncoding: [Int] { [] }
  }
#endif
