package import GhostlightCore

/// What serves a route: a pure function that either reads or changes.
package enum RouteHandler<State>: Sendable {
  package typealias Reading = @Sendable (Call, State, Moment) throws(Fault) -> Response
  package typealias Changing =
    @Sendable (Call, inout State, inout Moment) throws(Fault) -> Response

  case reading(Reading)
  case changing(Changing)
}
