#if !canImport(CoreData)
  import Foundation

  /// What is computed for a dictionary of a request, where Apple has `NSExpression`.
  ///
  /// `NSExpression` has no members on Linux.
  public struct FetchExpression: Sendable, Hashable {
    /// A function over the objects of a group.
    public enum Function: String, Sendable, Hashable {
      /// The number of values.
      case count = "count:"
      /// Their sum.
      case sum = "sum:"
      /// Their average.
      case average = "average:"
      /// The least.
      case min = "min:"
      /// The greatest.
      case max = "max:"
    }

    let path: String
    let function: Function?

    /// The value of a path of names.
    public init(forKeyPath keyPath: String) {
      path = keyPath
      function = nil
    }

    /// A function of the values of a path of names, over all objects of a group.
    public init(forFunction function: Function, keyPath: String) {
      path = keyPath
      self.function = function
    }

    /// The id of the object.
    public static let evaluatedObject = FetchExpression(forKeyPath: "objectID")
  }

  /// A computed property of the dictionaries of a request.
  open class NSExpressionDescription: NSPropertyDescription {
    /// What is computed.
    open var expression: FetchExpression?
    /// The type of the results.
    open var expressionResultType: NSAttributeType = .undefinedAttributeType

    /// The type of the results, under the short names of newer systems.
    open var resultType: NSAttributeDescription.AttributeType {
      get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
      set {
        expressionResultType =
          NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
      }
    }
  }

  /// Makes the dictionaries of a request.
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
