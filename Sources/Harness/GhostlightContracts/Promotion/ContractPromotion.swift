import GhostlightCore
public import GhostlightRecording
import HTTPTypes

/// A contract made of recorded exchanges, and what was inferred for it.
///
/// Exchanges that ask the same become one interaction: same method, query names, status, and a path
/// that differs in ids alone. The first of them is the example; where the others differ from it, or
/// where a value is one that machines make, such as an id, a date, a counter or a token, a matcher
/// takes its place. What a request says itself is promised to come back.
public struct ContractPromotion: Sendable {
  /// What a recording does not say.
  public struct Options: Sendable {
    /// Who relies on the contract.
    public var consumer: String
    /// Who keeps it; an emulator's name, such as `stackmob`.
    public var provider: String
    /// The recording's name, for the evidence: `shop.har`.
    public var recording: String
    /// What must hold before.
    public var states: [NumberedState] = []
    /// What is sent in the place of what was recorded.
    public var fills: [ContractFill] = []

    /// A contract between two, of a recording.
    public init(consumer: String, provider: String, recording: String) {
      self.consumer = consumer
      self.provider = provider
      self.recording = recording
    }
  }

  /// A provider state for all interactions, or for those of exchanges with some numbers.
  public struct NumberedState: Sendable, Hashable {
    /// The numbers; `nil` for all.
    public var numbers: Set<Int>?
    /// The state.
    public var state: GivenState

    /// Makes one.
    public init(_ state: GivenState, for numbers: Set<Int>? = nil) {
      self.state = state
      self.numbers = numbers
    }
  }

  /// The contract.
  public let pact: Pact
  /// What was inferred, in the order of the interactions.
  public let inferences: [ContractInference]
  /// The numbers of the exchanges behind each interaction.
  public let numbers: [[Int]]
  /// Fills that stand for nothing in any request.
  public let unusedFills: [ContractFill]

  /// Makes a contract of exchanges, which have the numbers of their entries in the file.
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
        group.samples.map { SampleRequest($0.exchange.request) }, of: name)
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

/// What a request of a contract has in the place of what was recorded, by the name of a header field,
/// a query parameter, a member of its body, or `path`.
public struct ContractFill: Sendable, Hashable {
  /// The numbers of the exchanges; `nil` for all.
  public var numbers: Set<Int>?
  /// The name.
  public var name: String
  /// The value, in which `${name}` stands for what a provider state answers.
  public var value: String

  /// Makes one.
  public init(_ name: String, _ value: String, for numbers: Set<Int>? = nil) {
    self.name = name
    self.value = value
    self.numbers = numbers
  }

  /// What makes the value before a request is sent; `nil` where it stands as it is.
  var generator: PactGenerator? {
    value.contains("${") ? .providerState(expression: value, dataType: "STRING") : nil
  }
}

/// Fills, and which of them have been used.
struct ContractFills {
  private let all: [ContractFill]
  private var used: Set<ContractFill> = []
  /// The numbers of the exchanges that are filled in now.
  var numbers: [Int] = []

  init(_ all: [ContractFill]) { self.all = all }

  var unused: [ContractFill] { all.filter { !used.contains($0) } }

  /// The first fill for the exchanges at hand whose name is meant.
  mutating func use(_ isMeant: (String) -> Bool) -> ContractFill? {
    let fill = all.first { fill in
      isMeant(fill.name) && fill.numbers.map { !$0.isDisjoint(with: numbers) } ?? true
    }
    if let fill { used.insert(fill) }
    return fill
  }
}

/// Exchanges that ask the same, and are answered in the same way.
struct SampleGroup {
  typealias Sample = (number: Int, exchange: RecordedExchange)

  let samples: [Sample]
  /// What people call it: `GET /todo/{id} answers 200`.
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

  /// What people call it, and after that what tells it apart besides.
  private static func key(of exchange: RecordedExchange, _ ids: KnownIDs) -> String {
    let (request, response) = (exchange.request, exchange.response)
    let path = request.target.rawPath.split(separator: "/", omittingEmptySubsequences: false)
      .enumerated().map { index, segment in
        index > 1 && ids.contains(String(segment)) ? "{id}" : String(segment)
      }.joined(separator: "/")
    let names = Set((request.target.queryItems ?? []).map(\.name)).sorted()
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

/// What stands in paths for one of many: what looks like an id, and what messages call one.
private struct KnownIDs {
  private var values: Set<String> = []

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
      let name = member.key.lowercased()
      if name == "id" || name.hasSuffix("_id") || member.key.hasSuffix("Id") || name == "username",
        let text = member.value.string ?? member.value.integer.map(String.init)
      {
        values.insert(text)
      }
      collect(member.value)
    }
  }
}
