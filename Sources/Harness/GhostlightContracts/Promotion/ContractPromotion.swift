import GhostlightCore
public import GhostlightRecording
import HTTPTypes

/// A contract that was created from recorded exchanges, with the rules that were inferred for it.
///
/// Exchanges of the same kind become one interaction. They have the same method, query parameter
/// names and status, and paths that differ only in ids. The first exchange is the example. Values
/// that differ between the exchanges get a matcher. So do values that machines generate, such as an
/// id, a date, a counter or a token. A value that the request contains must be repeated in the
/// response.
///
/// ```swift
/// import GhostlightContracts
/// import GhostlightRecording
///
/// func promote(_ recording: Recording) -> String {
///   let exchanges = recording.exchanges.enumerated().map { index, exchange in
///     (number: index + 1, exchange: exchange)
///   }
///   let promotion = ContractPromotion(
///     exchanges, .init(consumer: "Notes app", provider: "stackmob", recording: "notes.har"))
///   for inference in promotion.inferences { print(inference.place, inference.rule) }
///   return promotion.pact.fileText
/// }
/// ```
public struct ContractPromotion: Sendable {
  /// The settings of a contract that cannot be read from the recording.
  ///
  /// ``consumer``, ``provider`` and ``recording`` are required. Set ``states`` and ``fills`` if the
  /// requests need an account or an existing object.
  public struct Options: Sendable {
    /// The name of the consumer, which the contract states.
    public var consumer: String
    /// The name of the provider; for an emulator, the emulator's name, such as `stackmob`.
    public var provider: String
    /// The name of the recording, which the interactions state as their evidence: `shop.har`.
    public var recording: String
    /// The provider states that must be set up before the requests.
    public var states: [NumberedState] = []
    /// The values that are sent instead of the recorded ones.
    public var fills: [ContractFill] = []

    /// Creates settings without states and fills.
    public init(consumer: String, provider: String, recording: String) {
      self.consumer = consumer
      self.provider = provider
      self.recording = recording
    }
  }

  /// A provider state for all interactions, or for the interactions of some exchanges.
  ///
  /// Exchanges are numbered like the entries of the recording, from 1. An interaction that combines
  /// several exchanges gets the state if ``numbers`` contains at least one of them.
  public struct NumberedState: Sendable, Hashable {
    /// The numbers of the exchanges; `nil` if the state is for all interactions.
    public var numbers: Set<Int>?
    /// The provider state that is added to the interactions.
    public var state: GivenState

    /// Creates a state for the exchanges with the given numbers, or for all exchanges.
    public init(_ state: GivenState, for numbers: Set<Int>? = nil) {
      self.state = state
      self.numbers = numbers
    }
  }

  /// The contract that was created from the exchanges.
  public let pact: Pact
  /// The rules that were inferred, in the order of the interactions.
  public let inferences: [ContractInference]
  /// For each interaction, the numbers of the exchanges that it combines.
  public let numbers: [[Int]]
  /// The fills whose name does not occur in any request.
  public let unusedFills: [ContractFill]

  /// Creates a contract from exchanges, numbered by their position in the recording, from 1.
  public init(_ exchanges: [(number: Int, exchange: RecordedExchange)], _ options: Options) {
    var pact = Pact(consumer: options.consumer, provider: options.provider)
    var inferences: [ContractInference] = []
    var numbers: [[Int]] = []
    var names: Set<String> = []
    var fills = ContractFills(options.fills)
    for group in SampleGroup.groups(of: exchanges) {
      let name = Self.free(group.description, names)
      names.insert(name)
      let own = group.samples.map(\.number)
      fills.numbers = own
      var inference = SampleInference(
        group.samples.map { SampleRequest($0.exchange.request) },
        ids: KnownIDs(group.samples.map(\.exchange)).values, of: name)
      let request = group.request(&fills, &inference)
      var interaction = Interaction(
        describedAs: name, request: request, response: group.response(&inference))
      interaction.states = options.states.filter { state in
        state.numbers.map { !$0.isDisjoint(with: own) } ?? true
      }.map(\.state)
      let entries = own.map(String.init).joined(separator: ", ")
      interaction.notes.evidence = [
        .recording("\(options.recording), \(own.count == 1 ? "entry" : "entries") \(entries)")
      ]
      pact.interactions.append(interaction)
      inferences += inference.inferences
      numbers.append(own)
    }
    self.pact = pact
    self.inferences = inferences
    self.numbers = numbers
    unusedFills = fills.unused
  }

  private static func free(_ name: String, _ taken: Set<String>) -> String {
    guard taken.contains(name) else { return name }
    var number = 2
    while taken.contains("\(name), \(number)") { number += 1 }
    return "\(name), \(number)"
  }
}

/// A value that a contract's request sends in place of the recorded one.
///
/// The name of a fill is that of a header field, a query parameter or a member of the body, or
/// `path`. Use fills for secrets, which a recording does not contain, and for values that a
/// provider state creates.
public struct ContractFill: Sendable, Hashable {
  /// The numbers of the exchanges to which the fill applies; `nil` for all.
  public var numbers: Set<Int>?
  /// The name of the value that is replaced, such as `Authorization`.
  public var name: String
  /// The new value; `${name}` in it stands for a value of a provider state.
  public var value: String

  /// Creates a fill for the exchanges with the given numbers, or for all exchanges.
  public init(_ name: String, _ value: String, for numbers: Set<Int>? = nil) {
    self.name = name
    self.value = value
    self.numbers = numbers
  }

  /// Returns the generator for a value that contains `${name}`; `nil` for a fixed value.
  func generator(for recorded: JSON = "") -> PactGenerator? {
    guard value.contains("${") else { return nil }
    let type = recorded.integer == nil ? "STRING" : "INTEGER"
    return .providerState(expression: value, dataType: type)
  }

  /// Returns the fixed value, as a number if the recorded value is one and the new one can be.
  func json(for recorded: JSON) -> JSON {
    recorded.integer == nil ? .string(value) : Int64(value).map(JSON.integer) ?? .string(value)
  }
}

/// A list of fills that remembers which of them were used.
struct ContractFills {
  private let all: [ContractFill]
  private var used: Set<ContractFill> = []
  /// The numbers of the exchanges from which an interaction is being created.
  var numbers: [Int] = []

  init(_ all: [ContractFill]) { self.all = all }

  var unused: [ContractFill] { all.filter { !used.contains($0) } }

  /// Returns the first fill for the current exchanges whose name `isMeant` accepts, and marks it as
  /// used.
  mutating func use(_ isMeant: (String) -> Bool) -> ContractFill? {
    let fill = all.first { fill in
      isMeant(fill.name) && fill.numbers.map { !$0.isDisjoint(with: numbers) } ?? true
    }
    if let fill { used.insert(fill) }
    return fill
  }
}

/// The exchanges that become one interaction, because their requests and responses are of one kind.
struct SampleGroup {
  typealias Sample = (number: Int, exchange: RecordedExchange)

  let samples: [Sample]
  /// The description of the interaction: `GET /todo/{id} answers 200`.
  let description: String

  static func groups(of exchanges: [Sample]) -> [SampleGroup] {
    let ids = KnownIDs(exchanges.map(\.exchange))
    var order: [String] = []
    var groups: [String: [Sample]] = [:]
    for sample in exchanges {
      let key = key(of: sample.exchange, ids)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(sample)
    }
    return order.map { key in
      SampleGroup(
        samples: groups[key] ?? [], description: String(key.prefix { $0 != "\n" }))
    }
  }

  /// Returns a key that is equal for exchanges of the same group.
  ///
  /// Its first line is the description; further lines have everything else that separates groups.
  private static func key(of exchange: RecordedExchange, _ ids: KnownIDs) -> String {
    let (request, response) = (exchange.request, exchange.response)
    let path = request.target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
      .enumerated().map { index, segment in
        index > 1 && ids.contains(String(segment)) ? "{id}" : String(segment)
      }.joined(separator: "/")
    let names = Set((request.target.spacedQueryItems ?? []).map(\.name)).sorted()
    let query = names.isEmpty ? "" : "?" + names.joined(separator: "&")
    let type = response.headers[.contentType].map { MediaType($0).name } ?? ""
    let kind =
      switch response.json {
      case .object: "object"
      case .array: "array"
      default: response.body.isEmpty ? "empty" : "text"
      }
    return "\(request.method.rawValue) \(path)\(query) answers \(response.status.code)"
      + "\n\(type)\n\(kind)"
  }
}

/// The path segments that are ids: values that look like ids, and ids that occur in bodies.
private struct KnownIDs {
  private(set) var values: Set<String> = []

  init(_ exchanges: [RecordedExchange]) {
    for exchange in exchanges {
      if let json = exchange.response.json { collect(json) }
      do throws(JSONError) { collect(try JSON.parse(exchange.request.body)) } catch { continue }
    }
  }

  func contains(_ segment: String) -> Bool {
    let text = PercentEncoding.decode(segment) ?? segment
    if values.contains(text) || TextShape.isRedacted(text) { return true }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return true }
    return switch TextShape(of: [text], areDifferent: false) {
    case .uuid, .hexadecimal: true
    default: false
    }
  }

  private mutating func collect(_ json: JSON) {
    for element in json.array ?? [] { collect(element) }
    for member in json.object ?? [:] {
      if member.key.isIdentifier || member.key.lowercased() == "username",
        let text = member.value.string ?? member.value.integer.map(String.init)
      {
        values.insert(text)
      }
      collect(member.value)
    }
  }
}
