#if !canImport(CoreData)
  import Foundation

  /// An expression for a fetch request's dictionaries, in place of Apple's `NSExpression`.
  ///
  /// `NSExpression` has no members on Linux. Set a `FetchExpression` in an
  /// ``NSExpressionDescription``, and add that to ``NSFetchRequest/propertiesToFetch``.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func total(of request: NSFetchRequest<NSDictionary>) {
  ///   let sum = NSExpressionDescription()
  ///   sum.name = "total"
  ///   sum.expression = FetchExpression(forFunction: .sum, keyPath: "price")
  ///   sum.expressionResultType = .doubleAttributeType
  ///   request.resultType = .dictionaryResultType
  ///   request.propertiesToFetch = [sum]
  /// }
  /// ```
  public struct FetchExpression: Sendable, Hashable {
    /// A function of a property's values in a group of objects.
    ///
    /// The raw values are the names of Apple's functions. The functions ignore null values. If a
    /// request does not group its results, all objects are one group.
    public enum Function: String, Sendable, Hashable {
      /// The number of values.
      case count = "count:"
      /// The sum of the values.
      case sum = "sum:"
      /// The average of the values.
      case average = "average:"
      /// The smallest value.
      case min = "min:"
      /// The greatest value.
      case max = "max:"
    }

    let path: String
    let function: Function?

    /// Creates an expression whose value is read from each object at a key path.
    public init(forKeyPath keyPath: String) {
      path = keyPath
      function = nil
    }

    /// Creates an expression that applies a function to the values at a key path, in a group of
    /// objects.
    public init(forFunction function: Function, keyPath: String) {
      path = keyPath
      self.function = function
    }

    /// The expression whose value is the object's ID.
    public static let evaluatedObject = FetchExpression(forKeyPath: "objectID")
  }

  /// The description of a computed value in a fetch request's dictionaries.
  ///
  /// It consists of a name, a ``FetchExpression`` and a type. Unlike Apple's class, it does not use
  /// `NSExpression`, which has no members on Linux.
  open class NSExpressionDescription: NSPropertyDescription {
    /// The expression that computes the value.
    open var expression: FetchExpression?
    /// The type of the computed value.
    open var expressionResultType: NSAttributeType = .undefinedAttributeType

    /// The type of the computed value, with the shorter names that newer Apple SDKs use.
    open var resultType: NSAttributeDescription.AttributeType {
      get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
      set {
        expressionResultType =
          NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
      }
    }
  }

  /// Creates the dictionaries that a fetch request asks for.
  struct DictionaryResults {
    private struct Column {
      let name: String
      let expression: FetchExpression
    }

    private let columns: [Column]
    private let groups: [String]
    private let having: NSPredicate?
    private let isDistinct: Bool

    init(_ settings: FetchSettings, _ entity: NSEntityDescription) throws {
      let properties = settings.propertiesToFetch ?? entity.attributesByName.keys.sorted()
      columns = try properties.map(Self.column)
      groups = try (settings.propertiesToGroupBy ?? []).map { try Self.column($0).expression.path }
      having = settings.havingPredicate
      isDistinct = settings.returnsDistinctResults
    }

    private static func column(_ property: Any) throws -> Column {
      switch property {
      case let name as String: return Column(name: name, expression: .init(forKeyPath: name))
      case let computed as NSExpressionDescription:
        guard let expression = computed.expression else { break }
        return Column(name: computed.name, expression: expression)
      case let property as NSPropertyDescription:
        return Column(name: property.name, expression: .init(forKeyPath: property.name))
      default: break
      }
      throw NSError.coreData(NSCoreDataError, "Invalid keypath or expression in propertiesToFetch")
    }

    func dictionaries(of objects: [NSManagedObject]) -> [NSDictionary] {
      let isAggregate = columns.contains { $0.expression.function != nil }
      var results: [NSDictionary]
      if groups.isEmpty, !isAggregate {
        results = objects.map { dictionary(of: [$0]) }
      } else {
        var order: [[Operand]] = []
        var members: [[Operand]: [NSManagedObject]] = [:]
        for object in objects {
          let key = groups.map { Operand(object.value(forKeyPath: $0)) }
          if members[key] == nil { order.append(key) }
          members[key, default: []].append(object)
        }
        if groups.isEmpty, objects.isEmpty {
          results = [dictionary(of: [])]
        } else {
          results = order.map { dictionary(of: members[$0] ?? []) }
        }
      }
      if let having { results = results.filter { having.evaluate(with: $0) } }
      guard isDistinct else { return results }
      var seen: Set<NSDictionary> = []
      return results.filter { seen.insert($0).inserted }
    }

    private func dictionary(of objects: [NSManagedObject]) -> NSDictionary {
      let result = NSMutableDictionary()
      for column in columns {
        let path = column.expression.path
        let value: Any?
        if let function = column.expression.function {
          value = Self.apply(function, to: objects.compactMap { $0.value(forKeyPath: path) })
        } else {
          value = objects.first?.value(forKeyPath: path)
        }
        if let value { result.setObject(value, forKey: column.name as NSString) }
      }
      return result
    }

    private static func apply(_ function: FetchExpression.Function, to values: [Any]) -> Any? {
      let operands = values.map { Operand($0) }
      switch function {
      case .count: return NSNumber(value: values.count)
      case .sum: return Aggregate.sum(operands).external
      case .average: return Aggregate.average(operands).external
      case .min: return Aggregate.least(operands).external
      case .max: return Aggregate.greatest(operands).external
      }
    }
  }
#endif
