import GhostlightCore

/// The routes and refusals of a provider, for coverage and for checking refusals.
///
/// ``emulators`` has the catalogues of all emulators. Create a catalogue for your own backend, so
/// that a ``ContractRunner`` can check its refusals and a ``ContractCoverage`` its routes.
public struct ProviderCatalogue: Sendable {
  /// A route of the provider.
  ///
  /// Contracts name a route by its title, in ``ContractNotes/route``. The title must be unique in
  /// the catalogue.
  public struct Route: Sendable, Hashable {
    /// The HTTP method, such as `POST`.
    public var method: String
    /// The pattern of the route's path.
    public var pattern: String
    /// The title of the route, which is the heading in the vendor's guide.
    public var title: String

    /// Creates a route from its method, path pattern and title.
    public init(method: String, pattern: String, title: String) {
      self.method = method
      self.pattern = pattern
      self.title = title
    }
  }

  /// A refusal of the provider: an error response with a status and a message.
  ///
  /// Contracts name a refusal in ``ContractNotes/fault``. A response is this refusal if it has the
  /// status and contains the message, with any values for the placeholders.
  public struct Refusal: Sendable, Hashable {
    /// The name of the refusal, which contracts use.
    public var name: String
    /// The status code of the response.
    public var status: Int
    /// The message, with placeholders in braces.
    public var message: String

    /// Creates a refusal from its name, status and message.
    public init(name: String, status: Int, message: String) {
      self.name = name
      self.status = status
      self.message = message
    }

    /// Returns whether a response contains the message of the refusal.
    ///
    /// The message may be part of a longer string, and its placeholders may have any values.
    func isSaid(in response: Response) -> Bool {
      guard let json = response.json else { return fits(response.text) }
      return json.texts.contains(where: fits)
    }

    private func fits(_ text: String) -> Bool {
      var rest = text[...]
      let pieces = message.split(separator: "{", omittingEmptySubsequences: false)
      for (position, piece) in pieces.enumerated() {
        let literal = position == 0 ? piece : piece.drop { $0 != "}" }.dropFirst()
        if literal.isEmpty { continue }
        guard let range = rest.firstRange(of: literal) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }
  }

  /// The name of the provider in contracts; for an emulator, the emulator's name.
  public var provider: String
  /// The routes, in the order of the manual.
  public var routes: [Route]
  /// The refusals, in the order in which reports list them.
  public var refusals: [Refusal]

  /// Creates the catalogue of a provider.
  public init(provider: String, routes: [Route], refusals: [Refusal]) {
    self.provider = provider
    self.routes = routes
    self.refusals = refusals
  }
}

extension JSON {
  /// All strings in the value, at any depth.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let array): array.flatMap(\.texts)
    case .object(let object): object.flatMap(\.value.texts)
    case .null, .bool, .integer, .double, .decimal: []
    }
  }
}
