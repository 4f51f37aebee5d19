import GhostlightCore

/// What a provider says of itself, for coverage and for refusals.
public struct ProviderCatalogue: Sendable {
  /// A row of the provider's route table.
  public struct Route: Sendable, Hashable {
    /// The method: `POST`.
    public var method: String
    /// The path pattern.
    public var pattern: String
    /// The vendor's heading.
    public var title: String

    /// Makes a row.
    public init(method: String, pattern: String, title: String) {
      self.method = method
      self.pattern = pattern
      self.title = title
    }
  }

  /// A row of the provider's catalogue of refusals.
  public struct Refusal: Sendable, Hashable {
    /// The row's name.
    public var name: String
    /// The status code.
    public var status: Int
    /// The text, with blanks in braces.
    public var message: String

    /// Makes a row.
    public init(name: String, status: Int, message: String) {
      self.name = name
      self.status = status
      self.message = message
    }

    /// Whether a text of the response's JSON has the row's, whatever fills the blanks and stands
    /// around it.
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

  /// The emulator's name, as contracts call their provider.
  public var provider: String
  /// The routes, in the order of the manual.
  public var routes: [Route]
  /// The refusals, in the order of the catalogue.
  public var refusals: [Refusal]

  /// Makes a catalogue.
  public init(provider: String, routes: [Route], refusals: [Refusal]) {
    self.provider = provider
    self.routes = routes
    self.refusals = refusals
  }
}

extension JSON {
  /// All texts in the value.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let array): array.flatMap(\.texts)
    case .object(let object): object.flatMap(\.value.texts)
    case .null, .bool, .integer, .double, .decimal: []
    }
  }
}
