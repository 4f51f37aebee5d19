package import GhostlightCore
import HTTPTypes

/// A vendor's routes, in the order of its manual.
///
/// Building a table traps where two rows serve the same method and pattern.
package struct RouteTable<State>: Sendable {
  private let routes: [Route<State>]
  // By row, so that an exchange need not copy whole rows.
  private let handlers: [RouteHandler<State>]
  private let titles: [String]
  private let isForAnybody: [Bool]
  private let tree: RouteTree

  /// Makes a table of `routes`.
  package init(_ routes: [Route<State>], ignoresCase: Bool = false) {
    self.routes = routes
    handlers = routes.map(\.handler)
    titles = routes.map(\.title)
    isForAnybody = routes.map(\.servesAnybody)
    var tree = RouteTree(ignoresCase: ignoresCase)
    for route in routes {
      tree.add(
        method: route.method.rawValue, pattern: route.pattern,
        conditional: route.condition != nil || route.requestCondition != nil)
    }
    self.tree = tree
  }

  /// The rows, for documentation and for near misses.
  package var summaries: [RouteSummary] { routes.map(\.summary) }

  /// The row that serves a method, which a vendor may let override the request's, or `nil`.
  package func match(
    _ method: String, _ target: RequestTarget, in state: State
  ) -> RouteMatch? {
    tree.match(method, target) { row, captures in
      routes[row].requestCondition == nil && routes[row].condition?(captures, state) ?? true
    }
  }

  /// The row that serves a request, header fields considered, or `nil`.
  package func match(_ request: Request, in state: State) -> RouteMatch? {
    tree.match(request.method.rawValue, request.target) { row, captures in
      guard routes[row].requestCondition?(request) ?? true else { return false }
      return routes[row].condition?(captures, state) ?? true
    }
  }

  /// The methods that some row serves a target with, in the order of the table.
  package func methods(serving target: RequestTarget, in state: State) -> [String] {
    var methods: [String] = []
    for route in routes where !methods.contains(route.method.rawValue) {
      guard match(route.method.rawValue, target, in: state) != nil else { continue }
      methods.append(route.method.rawValue)
    }
    return methods
  }

  /// The title of a row.
  package func title(_ match: RouteMatch) -> String { titles[match.row] }

  /// Whether a row may change the state.
  package func changes(_ match: RouteMatch) -> Bool {
    switch handlers[match.row] {
    case .reading: false
    case .changing: true
    }
  }

  /// Whether a row serves without a look at `Authorization`.
  package func servesAnybody(_ match: RouteMatch) -> Bool { isForAnybody[match.row] }

  /// Lets the row's handler serve a call.
  ///
  /// - Throws: The handler's refusal; the state is then as it was. Also where the budget was used
  ///   up and the handler went on all the same, with half of a result.
  package func serve(
    _ match: RouteMatch, _ call: Call, _ state: inout State, _ moment: inout Moment
  ) throws(Fault) -> (response: Response, effect: Answer.Effect) {
    let response: Response
    let effect: Answer.Effect
    switch handlers[match.row] {
    case .reading(let handler): (response, effect) = (try handler(call, state, moment), .read)
    case .changing(let handler):
      (response, effect) = (try handler(call, &state, &moment), .changed)
    }
    try call.budget.check()
    return (response, effect)
  }

  /// Up to three rows nearest to a request that no row serves, with what differs.
  package func nearMisses(_ method: String, _ target: RequestTarget) -> [String] {
    RouteDistance(method: method, path: target.rawPath).nearest(in: summaries)
  }
}

extension RouteTable: ExpressibleByArrayLiteral {
  /// Makes a table whose fixed segments are case-sensitive.
  package init(arrayLiteral elements: Route<State>...) { self.init(elements) }
}
