import GhostlightCore

/// The routes and refusals of a provider, for coverage and for checking refusals.
///
/// ``emulators`` has the catalogues of all emulators. Create one for a backend of your own, so that
/// a ``ContractRunner`` can check its refusals and a ``ContractCoverage`` its routes.
public struct ProviderCatalogue: Sendable {
  /// A route of the provider.
  ///
  /// Contracts name a route by its title, in ``ContractNotes/route``. The title must be unique in
  /// the catalogue.
  public struct Route: Sendable, Hashable {
    /// The method, such as `POST`.
    public var method: String
    /// The pattern of the path.
    public var pattern: String
    /// The title, which is the vendor's heading.
    public var title: String

    /// Creates a route.
    public init(method: String, pattern: String, title: String) {
      self.method = method
      self.pattern = pattern
      self.title = title
    }
  }

  /// A refusal of the provider: an error response with a status and a text.
  ///
  /// Contracts name a refusal in ``ContractNotes/fault``. A response is this refusal if it has the
  /// status and contains the text with any values for the placeholders.
  public struct Refusal: Sendable, Hashable {
    /// The name of the refusal.
    public var name: String
    /// The status code.
    public var status: Int
    /// The text, with placeholders in braces.
    public var message: String

    /// Creates a refusal.
    public init(name: String, status: Int, message: String) {
      self.name = name
      self.status = status
      self.message = message
    }

    /// Returns whether the JSON of a response contains the text of the refusal.
    ///
    /// Any texts may be in the placeholders and around it.
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

  /// The name of the emulator, which is the name of the provider in contracts.
  public var provider: String
  /// The routes, in the order of the manual.
  public var routes: [Route]
  /// The refusals, in the order of the catalogue.
  public var refusals: [Refusal]

  /// Creates a catalogue.
  public init(provider: String, routes: [Route], refusals: [Refusal]) {
    self.provider = provider
    self.routes = routes
    self.refusals = refusals
  }
}

extension JSON {
  /// All texts in the value, at any depth.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let array): array.flatMap(\.texts)
    case .object(let object): object.flatMap(\.value.texts)
    case .null, .bool, .integer, .double, .decimal: []
    }
  }
}
