/// The routes, provider states and refusals of a ``Backend``.
///
/// The control API and the console list them, fault plans name routes, and contracts name all
/// three. A vendor's catalogue is the same for all configurations; that of a recording or a contract
/// follows from its file. It is a value that does not change while a stage runs.
///
/// ```swift
/// import Ghostlight
///
/// for emulator in Service.all {
///   let catalogue = emulator.seed.catalogue
///   print(emulator.title, catalogue.routes.count, catalogue.providerStates.map(\.name))
/// }
/// ```
public struct BackendCatalogue: Sendable, Hashable {
  /// The routes, in the order of the vendor's manual or of the file.
  public let routes: [RouteSummary]
  /// The provider states that a test can set up.
  public let providerStates: [ProviderStateSummary]
  /// All refusals, each with its source.
  public let refusals: [Fault]

  /// Creates a catalogue; by default, it is empty.
  public init(
    routes: [RouteSummary] = [], providerStates: [ProviderStateSummary] = [],
    refusals: [Fault] = []
  ) {
    self.routes = routes
    self.providerStates = providerStates
    self.refusals = refusals
  }
}

/// A route of a backend, as the documentation and the control API list it.
///
/// ``BackendCatalogue/routes`` has one for each route. ``Backend/route(of:)``, fault plans and the
/// journal identify a route by its ``title``.
///
/// ```swift
/// import Ghostlight
///
/// for route in StackMobBackend.catalogue.routes where route.changes {
///   print(route.method, route.pattern, route.title)
/// }
/// ```
public struct RouteSummary: Sendable, Hashable {
  /// The HTTP method, such as `GET`.
  public let method: String
  /// The path pattern, with captures in braces, such as `/{schema}/{id}`.
  public let pattern: String
  /// The title of the route, which follows the headings of the vendor's manual.
  public let title: String
  /// Whether the route may change the backend's state.
  public let changes: Bool

  /// Creates a description of a route.
  public init(method: String, pattern: String, title: String, changes: Bool) {
    self.method = method
    self.pattern = pattern
    self.title = title
    self.changes = changes
  }
}
