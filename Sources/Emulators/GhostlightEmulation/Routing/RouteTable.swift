package import GhostlightCore
package import HTTPTypes

/// A vendor's routes, in the order of the vendor's manual.
///
/// Each route is a row of the table; its position is the row number. It is a programming error to
/// create a table in which two rows without conditions serve the same method and pattern. The type is
/// a class, so that an exchange does not copy the columns.
package final class RouteTable<State>: Sendable {
  private let routes: [Route<State>]
  // The columns of the table are separate arrays, indexed by row number, so that an exchange does
  // not copy complete rows.
  private let handlers: [RouteHandler<State>]
  private let titles: [String]
  private let allowsAnonymousByRow: [Bool]
  private let tree: RouteTree

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - routes: The rows, in the order of the vendor's manual.
  ///   - ignoresCase: Whether a fixed segment of a pattern also matches a path segment that differs
  ///     only in case.
  ///   - reservesNames: Whether a fixed segment of conditional rows is never captured, as if it were
  ///     an id, by a row for another method.
  package init(
    _ routes: [Route<State>], ignoresCase: Bool = false, reservesNames: Bool = false
  ) {
    self.routes = routes
    handlers = routes.map(\.handler)
    titles = routes.map(\.title)
    allowsAnonymousByRow = routes.map(\.allowsAnonymous)
    var tree = RouteTree(ignoresCase: ignoresCase, reservesNames: reservesNames)
    for route in routes {
      tree.add(
        method: route.method.rawValue, pattern: route.pattern,
        conditional: route.condition != nil || route.requestCondition != nil)
    }
    self.tree = tree
  }

  /// The rows without their handlers, for the documentation and for error messages that list
  /// similar routes.
  package var summaries: [RouteSummary] { routes.map(\.summary) }

  /// Returns the row that serves a method and a target, or `nil` if no row does.
  ///
  /// Pass a method that differs from the request's if the vendor has a header field that overrides
  /// the method. Rows with a condition on header fields never match.
  package func match(
    _ method: String, _ target: RequestTarget, in state: State
  ) -> RouteMatch? {
    tree.match(method, target) { row, captures in
      routes[row].requestCondition == nil && routes[row].condition?(captures, state) ?? true
    }
  }

  /// Returns the row that serves a request, including rows that depend on header fields, or `nil`
  /// if no row does.
  package func match(_ request: Request, in state: State) -> RouteMatch? {
    tree.match(request.method.rawValue, request.target) { row, captures in
      guard routes[row].requestCondition?(request) ?? true else { return false }
      return routes[row].condition?(captures, state) ?? true
    }
  }

  /// Returns the methods for which some row serves a target, in the order of the table.
  package func methods(serving target: RequestTarget, in state: State) -> [String] {
    var methods: [String] = []
    for route in routes where !methods.contains(route.method.rawValue) {
      guard match(route.method.rawValue, target, in: state) != nil else { continue }
      methods.append(route.method.rawValue)
    }
    return methods
  }

  package func title(_ match: RouteMatch) -> String { titles[match.row] }

  /// Returns whether the handler of the matching row may change the state.
  package func changes(_ match: RouteMatch) -> Bool {
    switch handlers[match.row] {
    case .reading: false
    case .changing: true
    }
  }

  /// Returns whether the matching row serves requests without checking `Authorization`.
  package func allowsAnonymous(_ match: RouteMatch) -> Bool { allowsAnonymousByRow[match.row] }

  /// Calls the handler of the matching row.
  ///
  /// - Throws: The handler's refusal; the state is then unchanged. Also ``Fault/workLimit(_:)`` if
  ///   the budget is exhausted although the handler returned, because the handler's result may be
  ///   incomplete.
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

  /// Returns the refusal of a request that no row serves, with the most similar rows for the
  /// developer.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - target: The target of the request.
  ///   - fault: The vendor's refusal of unknown routes.
  ///   - print: Returns the response for a fault, in the vendor's format.
  /// - Returns: The refusal, with the effect ``Answer/Effect/unmatched``.
  package func unmatched(
    _ method: String, _ target: RequestTarget, _ fault: Fault, print: (Fault) -> Response
  ) -> Answer {
    let nearest = nearMisses(method, target)
    return Answer(
      print(fault.withReason(noRouteServes: method, target, nearest: nearest)),
      effect: .unmatched, nearMisses: nearest)
  }

  /// Returns up to three rows that are most similar to a request, with their differences.
  package func nearMisses(_ method: String, _ target: RequestTarget) -> [String] {
    RouteDistance(method: method, path: target.rawPath).nearest(in: summaries)
  }
}

extension RouteTable: ExpressibleByArrayLiteral {
  /// Creates a table whose fixed segments are case-sensitive.
  package convenience init(arrayLiteral elements: Route<State>...) { self.init(elements) }
}

/// A measure of how much a request differs from existing routes, for an error message.
struct RouteDistance {
  private let method: String
  private let segments: [Substring]

  init(method: String, path: String) {
    self.method = method
    segments = path.split(separator: "/")
  }

  func nearest(in routes: [RouteSummary], count: Int = 3) -> [String] {
    let ranked = routes.enumerated().map { (rank($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    return ranked.prefix(count).map { explain($0.2) }
  }

  /// Returns the distance of the request from a route: 1 for a different method, 1 to 3 for each
  /// different segment, and 4 for each missing or additional segment.
  private func rank(_ route: RouteSummary) -> Int {
    let pattern = route.pattern.split(separator: "/")
    var rank = route.method == method ? 0 : 1
    rank += 4 * abs(pattern.count - segments.count)
    for (wanted, sent) in zip(pattern, segments) where wanted.first != "{" && wanted != sent {
      rank += min(3, EditDistance.between(wanted, sent.prefix(64)))
    }
    return rank
  }

  private func explain(_ route: RouteSummary) -> String {
    let pattern = route.pattern.split(separator: "/")
    var differences: [String] = []
    if route.method != method { differences.append("method is \(method)") }
    if pattern.count != segments.count {
      differences.append("path has \(segments.count) segments, not \(pattern.count)")
    }
    for (wanted, sent) in zip(pattern, segments) where wanted.first != "{" && wanted != sent {
      differences.append("\"\(sent)\" is not \"\(wanted)\"")
    }
    if differences.isEmpty { differences.append("it does not serve this path") }
    return "\(route.method) \(route.pattern) (\(route.title)): "
      + differences.joined(separator: ", ")
  }
}

/// One row of a ``RouteTable``: a method, a path pattern and a handler.
///
/// A pattern is a path of fixed segments and captures (`{id}`). It may end with a capture of the
/// remaining path (`{rest*}`). A reading handler gets the state; a changing handler may also write
/// it. The handler's type selects which kind it is.
package struct Route<State>: Sendable {
  package typealias Condition = @Sendable (Captures, State) -> Bool
  package typealias RequestCondition = @Sendable (Request) -> Bool

  package let method: HTTPRequest.Method
  package let pattern: String
  package let title: String
  package let handler: RouteHandler<State>
  /// The condition on the captures and the state under which the row serves a request; `nil` for no
  /// condition.
  package private(set) var condition: Condition?
  /// The condition on the request under which the row serves it; `nil` for no condition.
  package private(set) var requestCondition: RequestCondition?
  /// Whether the row serves every client without checking `Authorization`.
  package private(set) var allowsAnonymous = false

  package init(
    _ method: HTTPRequest.Method, _ pattern: String, _ title: String, _ handler: RouteHandler<State>
  ) {
    self.method = method
    self.pattern = pattern
    self.title = title
    self.handler = handler
  }

  /// Returns this row with a condition on the captures and the state.
  ///
  /// Rows with the same pattern but no condition are tried after this one.
  package func when(_ condition: @escaping Condition) -> Route {
    var copy = self
    copy.condition = condition
    return copy
  }

  /// Returns this row with a condition on the request, such as a header field.
  ///
  /// Rows with the same pattern but no condition are tried after this one.
  package func whenRequest(_ condition: @escaping RequestCondition) -> Route {
    var copy = self
    copy.requestCondition = condition
    return copy
  }

  /// Returns this row with ``allowsAnonymous`` set, so that it serves requests without checking
  /// `Authorization`.
  package func allowingAnonymous() -> Route {
    var copy = self
    copy.allowsAnonymous = true
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

/// Functions that create a row for one HTTP method, with a reading or a changing handler.
extension Route {
  package static func get(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.get, pattern, title, .reading(handler))
  }

  package static func get(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.get, pattern, title, .changing(handler))
  }

  package static func post(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.post, pattern, title, .reading(handler))
  }

  package static func post(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.post, pattern, title, .changing(handler))
  }

  package static func put(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.put, pattern, title, .reading(handler))
  }

  package static func put(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.put, pattern, title, .changing(handler))
  }

  package static func patch(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.patch, pattern, title, .reading(handler))
  }

  package static func patch(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.patch, pattern, title, .changing(handler))
  }

  package static func delete(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.delete, pattern, title, .reading(handler))
  }

  package static func delete(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.delete, pattern, title, .changing(handler))
  }

  package static func options(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Reading
  ) -> Route {
    Route(.options, pattern, title, .reading(handler))
  }

  package static func options(
    _ pattern: String, _ title: String, _ handler: @escaping RouteHandler<State>.Changing
  ) -> Route {
    Route(.options, pattern, title, .changing(handler))
  }
}

/// The handler of a route: a pure function that either only reads the state or may change it.
package enum RouteHandler<State>: Sendable {
  package typealias Reading = @Sendable (Call, State, Moment) throws(Fault) -> Response
  package typealias Changing =
    @Sendable (Call, inout State, inout Moment) throws(Fault) -> Response

  case reading(Reading)
  case changing(Changing)
}
