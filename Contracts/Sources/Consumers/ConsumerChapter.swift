package import ContractLibrary
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestExecutors

extension Variant {
  /// Returns the contracts of the variant, one for each emulator that it uses.
  ///
  /// - Throws: ``ConsumerError`` that lists the scenes that cannot be played to their end or read.
  package func chapters() async throws(ConsumerError) -> [Chapter] {
    let (chapters, problems) = await partialChapters()
    guard problems.isEmpty else { throw ConsumerError(problems.joined(separator: "\n")) }
    return chapters
  }

  /// Returns the contracts of all requests that the scenes sent, and the errors that ended scenes
  /// early.
  ///
  /// A scene ends early if the SDK throws an error that the scene does not expect. The contract
  /// then has all requests up to that point, including the refused one.
  package func partialChapters() async -> (chapters: [Chapter], problems: [String]) {
    var interactions: [String: [Interaction]] = [:]
    var problems: [String] = []
    for scene in scenes {
      do {
        let reader = try await SceneReader(scene)
        for index in reader.one.entries.indices {
          let vendor = reader.one.entries[index].emulator
          interactions[vendor, default: []].append(
            try ConsumerInteraction(reader, index).interaction())
        }
        if let failure = reader.one.failure ?? reader.other.failure { throw failure }
      } catch {
        problems.append("\(title): \(scene): \(error)")
      }
    }
    return (chapters(interactions), problems)
  }

  private func chapters(_ interactions: [String: [Interaction]]) -> [Chapter] {
    vendors.map { vendor in
      var pact = Pact(
        consumer: title, provider: vendor, interactions: interactions[vendor] ?? [])
      pact.metadata = ["ghostlight": ["variant": .string(name)]]
      return Chapter(
        "consumers/\(name)", pact, recordedMilliseconds: Self.recordedMilliseconds)
    }
  }

  /// 2021-01-01T00:00:00Z, which is later than all dates in the scenes.
  private static let recordedMilliseconds: Int64 = 1_609_459_200_000
}

/// Creates an interaction from one exchange of a scene.
struct ConsumerInteraction {
  let reader: SceneReader
  let index: Int

  init(_ reader: SceneReader, _ index: Int) {
    self.reader = reader
    self.index = index
  }

  private var entry: SceneExchange { reader.one.entries[index] }

  func interaction() throws -> Interaction {
    var consumed = ConsumerRequest(reader, index)
    let request = try consumed.pact()
    let next = consumed.isSigned ? try consumed.next() : nil
    let number = reader.one.entries[...index].count { $0.emulator == entry.emulator }
    var interaction = Interaction(
      describedAs:
        "\(reader.scene): \(number). \(request.method) \(request.path)", request: request,
      response: response())
    interaction.states = states(consumed.needs, next, consumed.renamed)
    interaction.notes.route = entry.route
    return interaction
  }

  /// Returns the provider states: the scene's own, or one state with all earlier requests of the
  /// app.
  private func states(
    _ needs: [KnownText], _ next: JSONObject?, _ renamed: [KnownText]
  ) -> [GivenState] {
    let preconditions = reader.one.preconditions.enumerated().filter {
      $0.element.emulator == entry.emulator
    }
    let (requests, needs) = earlier(needs)
    guard !requests.isEmpty || !needs.isEmpty || next != nil else {
      return preconditions.map { GivenState($0.element.given.name, $0.element.given.parameters) }
    }
    var parameters = JSONObject()
    if !preconditions.isEmpty {
      parameters["states"] = .array(
        preconditions.map { place, precondition in
          var state: JSONObject = ["name": .string(precondition.given.name)]
          if !precondition.given.parameters.isEmpty {
            state["params"] = .object(precondition.given.parameters)
          }
          var values = JSONObject()
          for need in needs {
            if case .state(place, let result) = need.source { values[need.name] = .string(result) }
          }
          if !values.isEmpty { state["values"] = .object(values) }
          return .object(state)
        })
    }
    if !requests.isEmpty { parameters["requests"] = .array(requests.map(JSON.object)) }
    if !renamed.isEmpty {
      parameters["renamed"] = .object(
        renamed.reduce(into: JSONObject()) { $0[$1.name] = .string($1.texts.one) })
    }
    if let next { parameters["next"] = .object(next) }
    return [GivenState("earlier requests", parameters)]
  }

  /// Returns the earlier requests that changed the service's state or whose responses are needed.
  ///
  /// It also returns the received strings that these requests in turn send back.
  private func earlier(_ needs: [KnownText]) -> (requests: [JSONObject], needs: [KnownText]) {
    var needs = needs
    var requests: [(place: Int, object: JSONObject)] = []
    for place in (0..<index).reversed() where reader.one.entries[place].emulator == entry.emulator {
      let isNeeded = needs.contains { $0.source.request == place }
      guard reader.one.entries[place].changesState || isNeeded else { continue }
      var consumed = ConsumerRequest(reader, place)
      let object = consumed.earlier(before: entry.milliseconds)
      requests.insert((place, object), at: 0)
      for need in consumed.needs where !needs.contains(where: { $0.name == need.name }) {
        needs.append(need)
      }
    }
    return (
      requests.map { place, object in
        var values = JSONObject()
        for need in needs {
          switch need.source {
          case .answer(place, let pointer): values[need.name] = .string(pointer)
          case .mail(place, let pointer): values[need.name] = .string("outbox " + pointer)
          default: break
          }
        }
        guard !values.isEmpty else { return object }
        var object = object
        object["values"] = .object(values)
        return object
      }, needs
    )
  }

  /// Returns the promised response: what the app received, with rules for the random values.
  private func response() -> PactResponse {
    let (one, other) = (entry.response, reader.other.entries[index].response)
    var response = PactResponse(status: one.status.code)
    for field in one.headers
    where Self.reads(field.name) || SceneReader.namesTexts(field.name) {
      let name = field.name.rawName
      response.headers.append(PactField(name, [field.value]))
      if field.value != other.headers.value(of: field.name) {
        response.rules[.header].append(PactRule(PactPath([.member(name)]), [.regex("^.+$")]))
      }
    }
    let type = one.headers.value(of: .contentType)
    guard entry.request.method != .head, !one.body.isEmpty else {
      if entry.request.method != .head { response.body = .empty }
      return response
    }
    if let json = one.json, let twin = other.json {
      response.body = .json(
        json, contentType: type.map { MediaType($0).name } ?? "application/json")
      response.rules[.body] = rules(json, twin)
    } else if let text = String(validating: one.body, as: UTF8.self) {
      response.body = .text(text, contentType: type)
      if one.body != other.body { response.rules[.body] = [PactRule(.root, [.notEmpty])] }
    } else {
      response.body = .bytes(one.body, contentType: type)
    }
    return response
  }

  /// Returns whether SDKs evaluate the header field `name` instead of only sending its value back.
  private static func reads(_ name: HTTPField.Name) -> Bool {
    ["content-type", "content-range", "retry-after", "x-ms-retry-after-ms"]
      .contains(name.canonicalName)
  }

  /// Returns rules for values that differ between the two plays, and for secrets.
  ///
  /// Recordings do not contain secrets.
  private func rules(_ json: JSON, _ twin: JSON) -> [PactRule] {
    let recording = Recording([RecordedExchange(entry.request, entry.response)])
    let shown = Redactor().redact(recording).exchanges.first?.response.json
    let secrets = shown.map { JSONLeaves(json, $0).differing } ?? []
    let differing = JSONLeaves(json, twin) { text in namesHost(text) }.differing
      .filter { leaf in !secrets.contains { $0.pointer == leaf.pointer } }
    return differing.map { PactRule($0.path, [matcher($0.one, $0.other)]) }
      + secrets.map { PactRule($0.path, [.regex(Form.any)]) }
  }

  /// Returns whether `text` begins with a URL of the host that received the request.
  private func namesHost(_ text: String) -> Bool {
    let host = entry.request.authority.prefix { $0 != ":" }
    return text.hasPrefix("http://\(host)") || text.hasPrefix("https://\(host)")
  }

  private func matcher(_ value: JSON, _ twin: JSON) -> PactMatcher {
    switch value {
    case .string(let text) where namesHost(text):
      .regex("^https?://[^/]+(/[\\s\\S]*)?$")
    case .integer: .integer
    case .double, .decimal: .number
    case .string(let text) where text.isEmpty: .type(min: nil, max: nil)
    case .string(let text): .regex(Form(text, twin.string).pattern)
    default: .type(min: nil, max: nil)
    }
  }
}

/// A regular expression for strings of the same form as an example.
private struct Form {
  static let any = "^[\\s\\S]+$"

  let pattern: String

  /// Finds the common form of the strings that two plays have at the same place.
  ///
  /// A group of digits that is equal in both strings, such as the type at the end of an EGF2 id,
  /// must stay the same.
  init(_ text: String, _ twin: String?) {
    let isHexadecimal = text.utf8.allSatisfy { byte in
      byte == 45 || (48...57).contains(byte) || (97...102).contains(byte)
    }
    guard isHexadecimal, text.utf8.count >= 16 else {
      pattern = Self.any
      return
    }
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    let others = twin?.split(separator: "-", omittingEmptySubsequences: false) ?? []
    pattern =
      "^"
      + groups.enumerated().map { index, group in
        others.count == groups.count && others[index] == group
          ? String(group) : "[0-9a-f]{\(group.utf8.count)}"
      }.joined(separator: "-") + "$"
  }
}

extension KnownText.Source {
  /// The index of the request whose response or mail contains the string; `nil` for provider
  /// states.
  fileprivate var request: Int? {
    switch self {
    case .state: nil
    case .answer(let place, _), .mail(let place, _): place
    }
  }
}
