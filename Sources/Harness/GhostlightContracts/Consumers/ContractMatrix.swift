/// Which variant of an SDK relies on which promise, and how both fared where they were run.
///
/// A row is a promise, a column a variant: the contract of a consumer whose file names it in
/// `metadata.ghostlight.variant`.
public struct ContractMatrix: Sendable {
  /// An SDK in one of its modes.
  public struct Variant: Sendable, Hashable {
    /// The name of its files: `data-store`.
    public let name: String
    /// Who relies on the promises, as its files say it.
    public let title: String
    /// The emulators that it speaks to, in the order of the files.
    public internal(set) var providers: [String] = []
    /// How many requests it sends.
    public internal(set) var requests = 0
    /// How many of them no promise covers.
    public internal(set) var unpromised = 0
    /// How many different promises it relies on.
    public internal(set) var promises = 0
    /// In how many requests something was broken, by executor.
    public internal(set) var broken: [String: Int] = [:]
    /// How many requests were kept, by executor.
    public internal(set) var kept: [String: Int] = [:]
  }

  /// A request of a variant.
  public struct Request: Sendable {
    /// The number of its variant.
    public let variant: Int
    /// Its contract's path.
    public let path: String
    /// The emulator's name.
    public let provider: String
    /// What it asks and expects.
    public let interaction: Interaction
    /// The promise that covers it.
    public let finding: PromiseIndex.Finding
    /// How it went, by executor.
    public let outcomes: [String: ContractResults.Outcome]
  }

  /// The promises, and what finds them.
  public let index: PromiseIndex
  /// Where interactions were run.
  public let executors: [String]
  /// The variants, in the order of the files.
  public private(set) var variants: [Variant] = []
  /// All requests, in the order of the files.
  public private(set) var requests: [Request] = []
  /// For each promise, the numbers of the requests that it covers.
  public private(set) var users: [[Int]]
  /// For each promise, how it went, by executor.
  public private(set) var outcomes: [[String: ContractResults.Outcome]] = []

  /// Holds every request of the variants among files against the promises of the providers.
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

  /// The requests of a variant that a promise covers.
  public func requests(of variant: Int, for promise: Int) -> [Request] {
    users[promise].lazy.map { requests[$0] }.filter { $0.variant == variant }
  }
}
