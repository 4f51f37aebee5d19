import GhostlightCore
import GhostlightEmulation

/// A property that queries compute from each document, defined in a container's
/// `computedProperties` (B9).
///
/// - Source: Microsoft's page on computed properties. Assumptions: a computed property hides a
///   member of the same name, and the maximum length of its query.
struct SQLComputedProperty: Sendable, Hashable {
  /// The maximum number of computed properties of a container.
  static let most = 20
  /// The maximum length of a property's query, in UTF-16 units.
  static let longestQuery = 8_192

  let name: String
  /// The alias of the document in the property's query.
  let alias: String
  /// The expression that computes the property, before binding.
  let expression: SQLExpression

  /// Returns the properties in the member `computedProperties` of a container definition.
  static func read(_ member: JSON?) throws(Fault) -> [SQLComputedProperty] {
    guard let member, member != .null else { return [] }
    guard case .array(let list) = member else { throw refuse("it must be an array") }
    guard list.count <= most else { throw refuse("there may be \(most) of them") }
    var found: [SQLComputedProperty] = []
    for element in list {
      let property = try SQLComputedProperty(element)
      guard !found.contains(where: { $0.name == property.name }) else {
        throw refuse("there are two of the name \(property.name)")
      }
      found.append(property)
    }
    return found
  }

  private init(_ json: JSON) throws(Fault) {
    guard let name = json["name"]?.string, let text = json["query"]?.string else {
      throw Self.refuse("each has a name and a query, both texts")
    }
    guard !name.isEmpty, !(["id"] + Container.systemProperties).contains(name) else {
      throw Self.refuse("the name \"\(name)\" is reserved; use another name")
    }
    guard text.utf16.count <= Self.longestQuery else {
      throw Self.refuse("the query of \(name) is longer than \(Self.longestQuery) characters")
    }
    let query: SQLQuery
    do throws(SQLError) {
      query = try SQLParser.parse(text)
      var binder = SQLBinder(text, parameters: [:], within: .unlimited)
      _ = try binder.bindStatement(query)
    } catch {
      throw Self.refuse("the query of \(name): \(error.message)")
    }
    guard case .value(let expression) = query.selection, query.isPlain,
      let source = query.sources.first, query.sources.count == 1, !source.isIterated,
      case .path(.name) = source.origin, let alias = source.alias
    else {
      throw Self.refuse("the query of \(name) must be SELECT VALUE expression FROM alias")
    }
    guard expression.isDeterministic else {
      throw Self.refuse(
        "the query of \(name) has a subquery, an aggregate, a parameter, or a function of time, "
          + "chance or places")
    }
    (self.name, self.alias, self.expression) = (name, alias, expression)
  }

  private static func refuse(_ reason: String) -> Fault {
    .badComputedProperty.withReason("computedProperties: " + reason)
  }
}

extension SQLQuery {
  /// Whether the query has no clauses except `SELECT` and `FROM`.
  fileprivate var isPlain: Bool {
    !isDistinct && top == nil && condition == nil && groupKeys.isEmpty && order.isEmpty
      && offset == nil && limit == nil
  }
}

extension SQLExpression {
  /// Whether the expression's value depends only on the document.
  fileprivate var isDeterministic: Bool {
    switch self {
    case .parameter, .scalar, .exists, .arrayOf: return false
    case .call(let name, _, _):
      let name = name.uppercased()
      guard SQLAggregate(rawValue: name) == nil, !["RAND", "NOW", "AGO"].contains(name),
        !name.hasPrefix("GETCURRENT"), !name.hasPrefix("ST_")
      else { return false }
    default: break
    }
    return children.allSatisfy(\.isDeterministic)
  }
}
