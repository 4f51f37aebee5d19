import GhostlightCore

/// Finds the promise that a client's request relies on.
///
/// A promise covers a request under three conditions. Method, route and status of their shapes are
/// equal. The promise has all the vendor's words of the request (``RequestShape``). Each operator
/// of the request occurs in some promise of the route. Of several such promises, the index selects
/// the one with the most shared operators and then the fewest additional words. A promise about
/// `Range` with an order therefore covers a request with a range alone, but a promise about a range
/// alone does not cover a request with both.
public struct PromiseIndex: Sendable {
  /// A promise: an interaction of a provider's contract.
  ///
  /// The index reads promises from all contract files that do not belong to a variant of an SDK. A
  /// ``Finding`` identifies a promise by its index in ``promises``.
  public struct Promise: Sendable, Hashable {
    /// The path of the contract file that contains the promise.
    public let path: String
    /// The name of the emulator that makes the promise.
    public let provider: String
    /// The request and the promised response.
    public let interaction: Interaction
    /// The shape of the promise's request.
    public let shape: RequestShape
  }

  /// The result of searching for the promise that covers a request.
  ///
  /// A promise is given by its index in ``PromiseIndex/promises``. Each difference is a description
  /// for a reader: one word of the request that no promise has.
  public enum Finding: Sendable, Hashable {
    /// The promise with this index covers the request.
    case promised(Int)
    /// No promise covers the request.
    ///
    /// `nearest` is the index of the nearest promise, and `differences` has the parts of the
    /// request that the nearest promise does not mention.
    case unpromised(nearest: Int?, differences: [String])
  }

  private struct Key: Hashable {
    let provider: String
    let method: String
    let route: String
  }

  /// All promises, in the order of the contract files.
  public let promises: [Promise]
  private let patterns: [String: [String: String]]
  private let places: [Key: [Int]]
  private let operators: [Key: Set<String>]

  /// Creates an index of the promises in the providers' contracts.
  ///
  /// `files` may also contain contracts of consumers, which are ignored. The catalogues have the
  /// patterns of the providers' routes.
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

  /// Returns the promise that covers an interaction of a consumer, or the nearest one.
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
        nearest: nil, differences: ["there is no promise for \(shape.method) \(route)"])
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
  /// The name of the SDK variant whose requests the file contains: `data-store`.
  ///
  /// It is stored in `metadata.ghostlight.variant`, and `nil` if the file contains promises.
  public var variant: String? { pact.metadata["ghostlight"]?["variant"]?.string }
}
