import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import GhostlightSigning
import HTTPTypes

/// Serves `GET requests/{number}`: one whole exchange, with an explanation of its response.
extension ControlAPI {
  static func readExchange(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).view(context)
    let entry = try entry(call["number"], namespace)
    return .json(.ok, ExchangeDescription(entry, namespace, context).json)
  }

  static func entry(
    _ number: String, _ namespace: Namespace
  ) throws(Fault) -> JournalEntry {
    guard let wanted = Int(number), wanted > 0 else {
      throw ControlCall.refusal(
        "\"\(number)\" is not the number of a request; GET requests lists them")
    }
    guard let entry = namespace.journal.first(where: { $0.number == wanted }) else {
      throw .controlNoData.filled([
        "what": "the journal of \(namespace.name) has no request \(wanted)"
      ])
    }
    return entry
  }
}

/// The JSON description of an exchange, with everything that explains its response.
struct ExchangeDescription {
  private let entry: JournalEntry
  private let namespace: Namespace
  private let emulator: Service?
  /// The emulator's base URL; `nil` if no server serves the emulator.
  private let address: String?

  /// The base URL for links to articles of the manual; `nil` for those that this server serves.
  private let articles: String?

  init(_ entry: JournalEntry, _ namespace: Namespace, _ context: ControlContext) {
    self.entry = entry
    self.namespace = namespace
    articles = context.articles
    address = context.addresses[entry.emulator]
    emulator = context.stage.configuration.services.first { $0.name == entry.emulator }
  }

  var json: JSON {
    let (request, response) = (entry.request, entry.answer.response)
    let summary = ExchangeSummary(entry)
    let url = "\(request.scheme)://\(request.authority)\(request.target.raw)"
    var object = JournalDescription.brief(summary)
    for name in ["method", "path", "status", "bytes"] { object[name] = nil }
    object["namespace"] = .string(namespace.name)
    object["delayMilliseconds"] = .integer(Int64(response.delayMilliseconds))
    var sent = Self.body(request.body)
    sent["method"] = .string(summary.method)
    sent["url"] = .string(url)
    sent["path"] = .string(summary.path)
    sent["headers"] = JournalDescription.headers(request.headers)
    object["request"] = .object(sent)
    var answered = Self.body(response.body)
    answered["status"] = .integer(Int64(summary.status))
    answered["headers"] = JournalDescription.headers(response.headers)
    if entry.isStreamed { answered["streamed"] = true }
    object["response"] = .object(answered)
    object["curl"] = .string(curl)
    if !entry.answer.nearMisses.isEmpty {
      object["nearest"] = .array(entry.answer.nearMisses.map(JSON.string))
    }
    object["chapter"] = chapter
    if let sections = summary.reason.map(sections), !sections.isEmpty {
      object["sections"] = .array(sections)
    }
    object["signature"] = summary.reason.flatMap(SignatureMismatch.init(explaining:)).map(Self.json)
    return .object(object)
  }

  /// Returns the body as a string if it is valid UTF-8, otherwise in Base64.
  private static func body(_ bytes: [UInt8]) -> JSONObject {
    let text = String(validating: bytes, as: UTF8.self)
    return [
      "body": .string(text ?? Base64.encode(bytes)),
      "encoding": text == nil ? "base64" : "text", "bytes": .integer(Int64(bytes.count)),
    ]
  }

  /// The route that served the request, with the corresponding chapter of the vendor's manual.
  private var chapter: JSON? {
    guard let title = entry.answer.route, let emulator else { return nil }
    let routes = emulator.seed.catalogue.routes.filter { $0.title == title }
    let method = entry.request.method.rawValue
    guard let route = routes.first(where: { $0.method == method }) ?? routes.first else {
      return nil
    }
    var chapter: JSONObject = [
      "title": .string(title), "method": .string(route.method),
      "pattern": .string(route.pattern), "changes": .bool(route.changes),
    ]
    if let section = ProtocolSection(ofRoute: title, provider: entry.emulator) {
      chapter["section"] = .string(section.name)
      chapter["article"] = .string(section.article)
      chapter["url"] = .string(url(of: section))
    }
    return .object(chapter)
  }

  /// Returns the sections of the protocol at the end of a reason, such as `(StackMob A28, D41)`.
  private func sections(of reason: String) -> [JSON] {
    guard let end = reason.firstMatch(of: /\([A-Za-z0-9 ]+ ([A-E][0-9.]+(?:, [A-E][0-9.]+)*)\)$/)
    else { return [] }
    return end.output.1.split(separator: ", ").compactMap { code in
      ProtocolSection(String(code), provider: entry.emulator).map { section in
        [
          "code": .string(String(code)), "section": .string(section.name),
          "url": .string(url(of: section)),
        ]
      }
    }
  }

  private func url(of section: ProtocolSection) -> String {
    articles.map { $0 + section.article } ?? ManualSite.address(of: section)
  }

  private static func json(_ mismatch: SignatureMismatch) -> JSON {
    let lines = mismatch.stringToSign.split(separator: "\n", omittingEmptySubsequences: false)
    return [
      "stringToSign": .array(lines.map { .string(String($0)) }),
      "ours": .string(mismatch.ours), "theirs": .string(mismatch.theirs),
      "firstDifference": .integer(Int64(mismatch.firstDifference)),
    ]
  }

  /// The request as a shell command; `curl` computes the length of the body.
  ///
  /// The command's URL is always the emulator's, whatever host the client named.
  private var curl: String {
    var command = CurlCommand(entry.request, to: address ?? "http://localhost")
    let authority = entry.request.authority
    let own = address?.firstRange(of: "://").map { address?[$0.upperBound...] ?? "" } ?? "localhost"
    if own != authority { command.add("Host", authority) }
    for field in entry.request.headers where field.name != .contentLength {
      command.add(field.name.rawName, field.value)
    }
    return command.text()
  }
}
