/// The promises that each variant of an SDK relies on, with the outcomes of promises and requests.
///
/// A row is a promise of a provider's contract. A column is a variant: the contract of a consumer
/// whose file has `metadata.ghostlight.variant`. Create a matrix to see which requests of an SDK no
/// promise covers, and which promises no SDK uses.
///
/// ```swift
/// import GhostlightContracts
///
/// func check(_ files: [ContractFile]) -> Bool {
///   let matrix = ContractMatrix(files, catalogues: ProviderCatalogue.emulators)
///   print(matrix.text(isVerbose: true))
///   return matrix.isKept
/// }
/// ```
public struct ContractMatrix: Sendable {
  /// An SDK in one of its modes, with the counts of its requests.
  ///
  /// Several contract files form one variant if they have the same name and title, for example one
  /// file for each emulator. ``broken`` and ``kept`` are empty if the matrix was created without
  /// results.
  public struct Variant: Sendable, Hashable {
    /// The name of the variant in its contract files: `data-store`.
    public let name: String
    /// The name of the consumer in the variant's contract files.
    public let title: String
    /// The emulators that the variant uses, in the order of its contract files.
    public internal(set) var providers: [String] = []
    /// The number of requests that the variant sends.
    public internal(set) var requests = 0
    /// The number of the variant's requests that no promise covers.
    public internal(set) var unpromised = 0
    /// The number of different promises that the variant relies on.
    public internal(set) var promises = 0
    /// For each executor, the number of requests with broken promises.
    public internal(set) var broken: [String: Int] = [:]
    /// For each executor, the number of requests whose promises were all kept.
    public internal(set) var kept: [String: Int] = [:]
  }

  /// A request of a variant, with the promise that covers it.
  ///
  /// A request is an interaction of the variant's contract. ``finding`` is the result of the
  /// comparison with all promises of the request's provider.
  public struct Request: Sendable {
    /// The index of the variant in ``ContractMatrix/variants``.
    public let variant: Int
    /// The path of the contract file that contains the request.
    public let path: String
    /// The name of the emulator that serves the request.
    public let provider: String
    /// The request and the expected response.
    public let interaction: Interaction
    /// The promise that covers the request, or the nearest promise if none does.
    public let finding: PromiseIndex.Finding
    /// The outcomes of the interaction, by executor.
    public let outcomes: [String: ContractResults.Outcome]
  }

  /// The index of all promises, which finds the promise for a request.
  public let index: PromiseIndex
  /// The names of the executors that ran interactions.
  public let executors: [String]
  /// The variants, in the order of the contract files.
  public private(set) var variants: [Variant] = []
  /// All requests, in the order of the contract files that contain them.
  public private(set) var requests: [Request] = []
  /// For each promise, the indexes in ``requests`` of the requests that it covers.
  public private(set) var users: [[Int]]
  /// For each promise, its outcomes by executor.
  public private(set) var outcomes: [[String: ContractResults.Outcome]] = []

  /// Creates a matrix that compares every request of the variants with the promises of the
  /// providers.
  public init(
    _ files: [ContractFile], catalogues: [ProviderCatalogue],
    results: ContractResults = ContractResults()
  ) {
    index = PromiseIndex(files, catalogues: catalogues)
    executors = results.executors
    users = Array(repeating: [], count: index.promises.count)
    for file in files {
      guard let name = file.variant else {
        outcomes += file.pact.interactions.map { results.outcomes($0.description, of: file.pact) }
        continue
      }
      let known = variants.firstIndex { $0.name == name && $0.title == file.pact.consumer }
      let place = known ?? variants.endIndex
      if known == nil { variants.append(Variant(name: name, title: file.pact.consumer)) }
      variants[place].providers.append(file.pact.provider)
      for interaction in file.pact.interactions {
        add(interaction, of: file, by: place, results)
      }
    }
    for place in variants.indices {
      variants[place].promises = users.count { users in
        users.contains { requests[$0].variant == place }
      }
    }
  }

  private mutating func add(
    _ interaction: Interaction, of file: ContractFile, by variant: Int, _ results: ContractResults
  ) {
    let finding = index.finding(interaction, provider: file.pact.provider)
    let outcomes = results.outcomes(interaction.description, of: file.pact)
    variants[variant].requests += 1
    for (executor, outcome) in outcomes {
      if outcome == .broken { variants[variant].broken[executor, default: 0] += 1 }
      if outcome == .kept { variants[variant].kept[executor, default: 0] += 1 }
    }
    switch finding {
    case .promised(let promise): users[promise].append(requests.count)
    case .unpromised: variants[variant].unpromised += 1
    }
    requests.append(
      Request(
        variant: variant, path: file.path, provider: file.pact.provider, interaction: interaction,
        finding: finding, outcomes: outcomes))
  }

  /// The requests that no promise covers.
  public var unpromised: [Request] {
    requests.filter { if case .unpromised = $0.finding { true } else { false } }
  }

  /// The promises that no variant relies on.
  public var unused: [PromiseIndex.Promise] {
    zip(index.promises, users).filter(\.1.isEmpty).map(\.0)
  }

  /// Returns the variant's requests that the promise covers; both are given by their indexes.
  public func requests(of variant: Int, for promise: Int) -> [Request] {
    users[promise].lazy.map { requests[$0] }.filter { $0.variant == variant }
  }
}
