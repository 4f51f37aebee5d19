import GhostlightCore
import GhostlightEmulation

/// A property that queries compute of each document: one of `computedProperties` of a container (B9).
///
/// - Source: Microsoft's page on computed properties. That one hides a member of the same name is an
///   assumption, and so is the longest query.
struct SQLComputedProperty: Sendable, Hashable {
  /// The most that a container may have.
  static let most = 20
  /// The most UTF-16 units that a query may have.
  static let longestQuery = 8_192

  let name: String
  /// What the query calls the document.
  let alias: String
  /// What it is computed by, not bound yet.
  let expression: SQLExpression

  /// Reads the member `computedProperties` of a definition.
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
      throw Self.refuse("the name \"\(name)\" belongs to the system")
    }
    guard text.utf16.count <= Self.longestQuery else {
      throw Self.refuse("the query of \(name) is longer than \(Self.longestQuery) characters")
    }
    let query: SQLQuery
    do throws(SQLError) {
      query = try SQLParser.parse(text)
      var binder = SQLBinder(parameters: [:], within: .unlimited)
      _ = try binder.bind(query, in: SQLScope())
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
  /// Whether it has no clauses but `SELECT` and `FROM`.
  fileprivate var isPlain: Bool {
    !isDistinct && top == nil && condition == nil && groupKeys.isEmpty && order.isEmpty
      && offset == nil && limit == nil
  }
}

extension SQLExpression {
  /// Whether a document alone decides the value.
  fileprivate var isDeterministic: Bool {
    switch self {
    case .parameter, .scalar, .exists, .arrayOf: return false
    case .call(let name, _, _):
      let name = name.uppercased()
      guard SQLAggregate(rawValue: name) == nil, name != "RAND", !name.hasPrefix("GETCURRENT"),
        !name.hasPrefix("ST_")
      else { return false }
    default: break
    }
    return children.allSatisfy(\.isDeterministic)
  }
}
