import GhostlightCore

/// Finds the promise that a request of a client's relies on.
///
/// A promise covers a request where their shapes have method, route and status in common, the promise
/// says all the vendor's words that the request says (``RequestShape``), and each operator of the
/// request stands in some promise of that route; of several, the one that has most of the operators
/// and says least besides. So a promise about `Range` with an order covers a request with a range
/// alone, and never the other way round.
public struct PromiseIndex: Sendable {
  /// A promise: an interaction of a provider's contract.
  public struct Promise: Sendable, Hashable {
    /// The contract's path.
    public let path: String
    /// The emulator's name.
    public let provider: String
    /// What is promised.
    public let interaction: Interaction
    /// What kind of request it is about.
    public let shape: RequestShape
  }

  /// What became of a request.
  public enum Finding: Sendable, Hashable {
    /// The number of the promise that covers it.
    case promised(Int)
    /// None does; the number of the nearest, and what the request says that it does not.
    case unpromised(nearest: Int?, differences: [String])
  }

  private struct Key: Hashable {
    let provider: String
    let method: String
    let route: String
  }

  /// All promises, in the order of the files.
  public let promises: [Promise]
  private let patterns: [String: [String: String]]
  private let places: [Key: [Int]]
  private let operators: [Key: Set<String>]

  /// Reads the providers' contracts among files; `catalogues` know the patterns of routes.
  public init(_ files: [ContractFile], catalogues: [ProviderCatalogue]) {
    var patterns: [String: [String: String]] = [:]
    for catalogue in catalogues {
      patterns[catalogue.provider] = Dictionary(
        catalogue.routes.map { ($0.title, $0.pattern) }, uniquingKeysWith: { $1 })
    }
    var promises: [Promise] = []
    var places: [Key: [Int]] = [:]
    var operators: [Key: Set<String>] = [:]
    for file in files where file.variant == nil {
      let provider = file.pact.provider
      for interaction in file.pact.interactions {
        let shape = RequestShape(
          interaction, provider: provider,
          pattern: interaction.notes.route.flatMap { patterns[provider]?[$0] })
        let key = Key(provider: provider, method: shape.method, route: shape.route)
        places[key, default: []].append(promises.count)
        operators[key, default: []].formUnion(shape.operators)
        promises.append(
          Promise(path: file.path, provider: provider, interaction: interaction, shape: shape))
      }
    }
    (self.promises, self.places, self.patterns) = (promises, places, patterns)
    self.operators = operators
  }

  /// The promise that covers an interaction of a consumer's, or the nearest.
  public func finding(_ interaction: Interaction, provider: String) -> Finding {
    let shape = RequestShape(
      interaction, provider: provider,
      pattern: interaction.notes.route.flatMap { patterns[provider]?[$0] })
    let key = Key(provider: provider, method: shape.method, route: shape.route)
    var best: (place: Int, missing: Int, unlike: Int)?
    for place in places[key] ?? [] {
      let promise = promises[place].shape
      let missing =
        shape.words.subtracting(promise.words).count + (promise.status == shape.status ? 0 : 1)
      let unlike =
        promise.words.subtracting(shape.words).count
        + promise.operators.symmetricDifference(shape.operators).count
      if let best, (best.missing, best.unlike) <= (missing, unlike) { continue }
      best = (place, missing, unlike)
    }
    guard let best else {
      let route = shape.route
      return .unpromised(
        nearest: nil, differences: ["no promise is about \(shape.method) \(route)"])
    }
    let unknown = shape.operators.subtracting(operators[key] ?? [])
    guard best.missing > 0 || !unknown.isEmpty else { return .promised(best.place) }
    let nearest = promises[best.place].shape
    var differences = shape.words.subtracting(nearest.words).sorted() + unknown.sorted()
    if nearest.status != shape.status {
      differences.insert("status \(shape.status), not \(nearest.status)", at: 0)
    }
    return .unpromised(nearest: best.place, differences: differences)
  }
}

extension ContractFile {
  /// The name of the SDK variant whose requests the file holds: `data-store`; `nil` where it holds
  /// promises.
  ///
  /// It stands in `metadata.ghostlight.variant`.
  public var variant: String? { pact.metadata["ghostlight"]?["variant"]?.string }
}
