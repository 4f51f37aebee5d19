import HTTPTypes

/// The verbs of a route table, each for both shapes of handler.
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
