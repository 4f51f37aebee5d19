package import GhostlightCore
package import HTTPTypes

/// One row of a route table.
///
/// A pattern is a path of fixed segments, captures (`{id}`) and at the end perhaps the rest of the
/// path (`{rest*}`). A reading handler gets the state, a changing one may write it; the compiler
/// tells which one a row has.
package struct Route<State>: Sendable {
  package typealias Condition = @Sendable (Captures, State) -> Bool
  package typealias RequestCondition = @Sendable (Request) -> Bool

  package let method: HTTPRequest.Method
  package let pattern: String
  package let title: String
  package let handler: RouteHandler<State>
  /// Where the row serves only some of the paths of its pattern.
  package private(set) var condition: Condition?
  /// Where the row serves only some of the requests for its paths.
  package private(set) var requestCondition: RequestCondition?
  /// Whether the row serves anybody, whatever stands in `Authorization`.
  package private(set) var servesAnybody = false

  package init(
    _ method: HTTPRequest.Method, _ pattern: String, _ title: String, _ handler: RouteHandler<State>
  ) {
    self.method = method
    self.pattern = pattern
    self.title = title
    self.handler = handler
  }

  /// The same row, serving only where `condition` holds; other rows of the pattern come after it.
  package func when(_ condition: @escaping Condition) -> Route {
    var copy = self
    copy.condition = condition
    return copy
  }

  /// The same row, serving only requests of a kind that header fields tell; other rows of the
  /// pattern come after it.
  package func asked(_ condition: @escaping RequestCondition) -> Route {
    var copy = self
    copy.requestCondition = condition
    return copy
  }

  /// The same row, serving without a look at `Authorization`.
  package func forAnybody() -> Route {
    var copy = self
    copy.servesAnybody = true
    return copy
  }

  package var summary: RouteSummary {
    let changes =
      switch handler {
      case .reading: false
      case .changing: true
      }
    return RouteSummary(
      method: method.rawValue, pattern: "/" + pattern, title: title, changes: changes)
  }
}
