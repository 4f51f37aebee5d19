import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// One way in which a promoted interaction accepts more than the recorded exchanges.
///
/// A ``ContractPromotion`` returns inferences, so that a developer can check them before committing
/// the contract. All properties are descriptions for that developer.
public struct ContractInference: Sendable, Hashable {
  /// The description of the interaction that the rule belongs to.
  public var interaction: String
  /// The location of the values: `$.todo_id`, `header Location`, `request Authorization`.
  public var place: String
  /// The rule for the values: `an id of 32 hexadecimal digits`, `left out`.
  public var rule: String
  /// The reason for the rule: `differs in 3 of 3 samples`.
  public var reason: String

  /// Creates an inference from its descriptions.
  public init(interaction: String, place: String, rule: String, reason: String) {
    self.interaction = interaction
    self.place = place
    self.rule = rule
    self.reason = reason
  }
}

/// Finds what the responses to one kind of request have in common, and how they differ.
struct SampleInference {
  /// A value from a response, with the index of its sample.
  struct Observed {
    let sample: Int
    let value: JSON
  }

  /// The values in each sample's request, in the order of the samples.
  let requests: [SampleRequest]
  /// The identifiers in the samples.
  private let ids: Set<String>
  /// The description of the interaction that is being created.
  let interaction: String
  /// The recorded values that the request does not send.
  var replaced = FilledValues()
  private(set) var inferences: [ContractInference] = []
  /// The lengths of the arrays next to the value that is being compared.
  private var lengths: Set<Int> = []

  init(_ requests: [SampleRequest], ids: Set<String>, of interaction: String) {
    (self.requests, self.ids, self.interaction) = (requests, ids, interaction)
  }

  mutating func record(_ place: String, _ rule: String, _ reason: String) {
    inferences.append(
      ContractInference(interaction: interaction, place: place, rule: rule, reason: reason))
  }

  /// Returns the first value as an example, with rules that accept all of the values.
  ///
  /// It returns `nil` if the values have nothing in common that a contract could promise.
  mutating func example(
    of values: [Observed], at place: PactPath = .root, isElement: Bool = false
  ) -> Example? {
    guard let first = values.first else { return nil }
    let kinds = Set(values.map { $0.value.kind })
    guard kinds.count == 1 else {
      record(
        place.description, "left out",
        "because it is " + kinds.map(\.description).sorted().joined(separator: " or "))
      return nil
    }
    switch first.value {
    case .object: return object(values, place, isElement: isElement)
    case .array: return array(values, place)
    case .null: return .value(.null)
    case .string, .bool, .integer, .double, .decimal:
      return scalar(values, place, isElement: isElement)
    }
  }

  private mutating func object(
    _ values: [Observed], _ place: PactPath, isElement: Bool
  ) -> Example {
    var names: [String] = []
    var found: [String: [Observed]] = [:]
    for observed in values {
      for member in observed.value.object ?? [:] {
        if found[member.key] == nil { names.append(member.key) }
        found[member.key, default: []].append(
          Observed(sample: observed.sample, value: member.value))
      }
    }
    let outer = lengths
    defer { lengths = outer }
    lengths = Set(found.values.joined().compactMap { $0.value.array?.count })
    var members: [Example.Member] = []
    for name in names {
      let place = place.appending(.member(name))
      let all = found[name] ?? []
      guard all.count == values.count else {
        record(
          place.description, "left out", "because only \(all.count) of \(values.count) have it")
        continue
      }
      guard let example = example(of: all, at: place, isElement: isElement) else { continue }
      members.append(Example.Member(name, example))
    }
    return .object(members)
  }

  private mutating func array(_ values: [Observed], _ place: PactPath) -> Example {
    let elements = values.flatMap { observed in
      (observed.value.array ?? []).map { Observed(sample: observed.sample, value: $0) }
    }
    guard !elements.isEmpty else { return .value([]) }
    let isPlain = elements.allSatisfy {
      $0.value.kind != .object && $0.value.kind != .array
    }
    if isPlain, let first = values.first, values.allSatisfy({ $0.value == first.value }) {
      return .value(first.value)
    }
    let counts = values.map { $0.value.array?.count ?? 0 }
    let least = min(counts.min() ?? 0, 1)
    guard Set(elements.map { $0.value.kind }).count == 1,
      let element = example(of: elements, at: place.appending(.anyElement), isElement: true)
    else {
      record(place.description, "any array", "because its elements have several types")
      return .matched(.value(values[0].value), [.type(min: nil, max: nil)])
    }
    record(
      place.description, least == 1 ? "one element or more" : "any number of elements",
      "the samples have " + Self.range(counts))
    return .eachLike(element, min: least)
  }

  private static func range(_ counts: [Int]) -> String {
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    return least == most ? "\(least)" : "\(least) to \(most)"
  }

  private mutating func scalar(
    _ values: [Observed], _ place: PactPath, isElement: Bool
  ) -> Example {
    let first = values[0].value
    let areSame = values.allSatisfy { $0.value == first }
    let texts = values.compactMap(\.value.string)
    let isSecret = texts.contains(where: TextShape.isRedacted)
    let isSaid = values.allSatisfy { requests[$0.sample].says($0.value, at: place) }
    if !isElement, areSame || isSaid,
      let replacement = replaced.replacement(for: first, at: place)
    {
      return follow(replacement, first, place)
    }
    if !isElement, !isSecret, isSaid {
      if !areSame { record(place.description, "the same", "because the request has this value") }
      return .value(first)
    }
    let reason = Self.reason(values, areSame: areSame)
    if !texts.isEmpty {
      if let shape = TextShape(of: texts, areDifferent: !areSame) {
        record(place.description, shape.description, reason)
        return .matched(.value(first), [shape.matcher])
      }
      if areSame, !isElement {
        guard isIdentifier(first, place) else { return .value(first) }
        record(place.description, "any string", "because it is or contains an id")
        return .like(.value(first))
      }
      record(place.description, "any string", isElement ? "because it is in a list" : reason)
      return .like(.value(first))
    }
    if first.bool != nil {
      if areSame, !isElement { return .value(first) }
      record(
        place.description, "true or false", isElement ? "because it is in a list" : reason)
      return .matched(.value(first), [.boolean])
    }
    return number(values, place, areSame: areSame && !isElement, reason)
  }

  /// Returns the example for a value that repeats what a fill has replaced in the request.
  private mutating func follow(
    _ replacement: FilledValues.Replacement, _ recorded: JSON, _ place: PactPath
  ) -> Example {
    switch replacement {
    case .fixed(let value):
      record(place.description, value.plainText, "filled in")
      return .value(value)
    case .unknown where recorded.integer != nil:
      record(place.description, "a whole number", "filled in from a state")
      return .matched(.value(recorded), [.integer])
    case .unknown:
      record(place.description, "any string", "filled in from a state")
      return .like(.value(recorded))
    }
  }

  /// Returns whether a value that no request has is an identifier, or a path with one.
  private func isIdentifier(_ value: JSON, _ place: PactPath) -> Bool {
    if case .member(let name)? = place.steps.last, name.isIdentifier { return true }
    let segments = (value.string ?? "").split(separator: "/", omittingEmptySubsequences: false)
    return segments.count > 1
      && segments.contains { segment in
        ids.contains(String(segment)) && !requests.contains { $0.says(.string(String(segment))) }
      }
  }

  /// Returns whether a number counts something: by its name, or because an array next to it has as
  /// many elements.
  private func isCount(_ number: Int64, _ place: PactPath) -> Bool {
    if number > 1, lengths.contains(Int(clamping: number)) { return true }
    guard case .member(let name)? = place.steps.last else { return false }
    let lower = name.lowercased()
    return lower.hasSuffix("count") || lower.hasSuffix("total") || lower.hasPrefix("total")
      || ["size", "length"].contains(lower)
  }

  private mutating func number(
    _ values: [Observed], _ place: PactPath, areSame: Bool, _ reason: String
  ) -> Example {
    let first = values[0].value
    let integers = values.compactMap(\.value.integer)
    guard integers.count == values.count else {
      let times: [ClosedRange<Double>] = [1e9...4_102_444_800, 1e12...4_102_444_800_000]
      let numbers = values.compactMap(\.value.number)
      for (range, unit) in zip(times, ["seconds", "milliseconds"])
      where numbers.allSatisfy(range.contains) {
        record(place.description, "a time in \(unit), with a fraction", reason)
        return .matched(.value(first), [.number])
      }
      if areSame { return .value(first) }
      record(place.description, "a number", reason)
      return .matched(.value(first), [.number])
    }
    // The bounds are times in the years 2001 and 2100, first in milliseconds, then in seconds.
    if integers.allSatisfy({ (1_000_000_000_000...4_102_444_800_000).contains($0) }) {
      record(place.description, "a time in milliseconds", reason)
    } else if integers.allSatisfy({ (1_000_000_000...4_102_444_800).contains($0) }) {
      record(place.description, "a time in seconds", reason)
    } else if areSame, isIdentifier(first, place) {
      record(place.description, "a whole number", "because it is an id")
    } else if areSame, !isCount(integers[0], place) {
      return .value(first)
    } else if areSame {
      record(place.description, "a count: a whole number", reason)
    } else {
      let isRising = zip(integers, integers.dropFirst()).allSatisfy { $0 < $1 }
      record(
        place.description,
        isRising && integers.count > 2 ? "a counter: a whole number" : "a whole number", reason)
    }
    return .matched(.value(first), [.integer])
  }

  private static func reason(_ values: [Observed], areSame: Bool) -> String {
    let count = Set(values.map(\.value)).count
    return areSame
      ? "because of its form in \(values.count) \(values.count == 1 ? "sample" : "samples")"
      : "\(count) values in \(values.count) samples"
  }
}

extension JSON.Kind {
  /// A description of the JSON type, for readers of the inferences.
  fileprivate var description: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The values of a recorded request, which its response may repeat.
struct SampleRequest {
  private var texts: Set<String> = []
  private let body: JSON?

  init(_ request: Request) {
    for segment in request.target.rawPath.split(separator: "/") {
      texts.insert(PercentEncoding.decode(String(segment)) ?? String(segment))
    }
    for item in request.target.spacedQueryItems ?? [] { texts.insert(item.value ?? "") }
    let type = request.headers[.contentType].map(MediaType.init)
    if type?.name == "application/x-www-form-urlencoded" {
      for field in FormURLEncoding.parse(String(decoding: request.body, as: UTF8.self)) ?? [] {
        texts.insert(field.value)
      }
    }
    do throws(JSONError) { body = try JSON.parse(request.body) } catch { body = nil }
  }

  /// Returns whether the request's JSON body has `value` at `place`, or `value` is a path segment,
  /// query value or form field.
  func says(_ value: JSON, at place: PactPath? = nil) -> Bool {
    if let body, place?.matches(in: body).contains(where: { $0.value == value }) == true {
      return true
    }
    guard let text = value.string, text.utf8.count > 1 else { return false }
    return texts.contains(text)
  }
}
