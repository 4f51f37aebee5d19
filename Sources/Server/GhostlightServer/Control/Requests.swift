import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Serves `GET requests`, `GET requests/unmatched` and `GET requests/count`: the journal, oldest
/// exchange first.
///
/// `?limit=` selects the newest exchanges, 100 by default. `?after=` selects exchanges with larger
/// sequence numbers, and `?brief=true` returns a summary of each exchange.
extension ControlAPI {
  static func requests(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    try list(call, context) { _ in true }
  }

  static func unmatched(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    try list(call, context, where: isUnmatched)
  }

  /// Returns whether no route served a request, or whether its response has a reason although it was
  /// not refused, because it names something that does not exist.
  static func isUnmatched(_ entry: JournalEntry) -> Bool {
    switch entry.answer.effect {
    case .unmatched: true
    case .read: entry.answer.response.headers.value(of: .ghostlightReason) != nil
    case .changed, .refused, .injected, .forwarded: false
    }
  }

  /// Serves `GET requests/count`: the number of requests in the journal that match the query.
  ///
  /// If no request matches, the response lists the most similar requests.
  static func countRequests(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    guard let path = try control.text("path") else {
      throw ControlCall.refusal(
        "the requests are not selected: add \"path\", in which * stands for one segment")
    }
    let name = try control.text("method")
    let method = name.flatMap { HTTPRequest.Method($0) }
    if let name, method == nil { throw ControlCall.refusal("\"\(name)\" is not a valid method") }
    let pattern = RequestPattern(method, path)
    let requests = namespace.journal.filter { emulator == nil || emulator == $0.emulator }
      .map(\.request)
    let count = requests.count { pattern.matches($0) }
    let nearest = count > 0 ? [] : pattern.nearest(among: requests)
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name), "count": .integer(Int64(count)),
        "total": .integer(Int64(requests.count)),
        "nearest": .array(nearest.map(JSON.string)),
      ])
  }

  private static func list(
    _ call: Call, _ context: ControlContext, where isWanted: (JournalEntry) -> Bool
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    let limit = try control.number("limit") ?? 100
    let after = try control.number("after") ?? 0
    let isBrief = try control.flag("brief") ?? false
    let entries = namespace.journal.filter { entry in
      entry.number > after && (emulator == nil || emulator == entry.emulator) && isWanted(entry)
    }
    let describe =
      isBrief
      ? { .object(JournalDescription.brief(ExchangeSummary($0))) } : JournalDescription.json
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name),
        "total": .integer(Int64(entries.count)),
        "requests": .array(entries.suffix(limit).map(describe)),
      ])
  }
}

/// Prints journal entries as the control API shows them.
enum JournalDescription {
  static func json(_ entry: JournalEntry) -> JSON {
    let request = entry.request
    let response = entry.answer.response
    var description: JSONObject = [
      "number": .integer(Int64(entry.number)),
      "time": .string(ISODate.format(milliseconds: entry.milliseconds)),
      "emulator": .string(entry.emulator),
      "effect": .string(entry.answer.effect.rawValue),
      "route": entry.answer.route.map(JSON.string) ?? .null,
      "request": [
        "method": .string(request.method.rawValue),
        "url": .string("\(request.scheme)://\(request.authority)\(request.target.raw)"),
        "headers": headers(request.headers),
        "body": .string(String(decoding: request.body, as: UTF8.self)),
      ],
      "response": [
        "status": .integer(Int64(response.status.code)),
        "headers": headers(response.headers),
        "body": .string(response.text),
      ],
    ]
    description["fault"] = entry.fault.map { .integer(Int64($0)) }
    if !entry.answer.nearMisses.isEmpty {
      description["nearest"] = .array(entry.answer.nearMisses.map(JSON.string))
    }
    return .object(description)
  }

  /// Returns the JSON of an exchange's summary.
  static func brief(_ summary: ExchangeSummary) -> JSONObject {
    var object: JSONObject = [
      "number": .integer(Int64(summary.number)),
      "time": .string(ISODate.format(milliseconds: summary.milliseconds)),
      "emulator": .string(summary.emulator), "method": .string(summary.method),
      "path": .string(summary.path), "status": .integer(Int64(summary.status)),
      "route": summary.route.map(JSON.string) ?? .null,
      "effect": .string(summary.effect.rawValue),
      "milliseconds": .double(Double(summary.nanoseconds / 1000) / 1000),
    ]
    object["bytes"] = summary.bytes.map { JSON(count: $0) }
    object["fault"] = summary.fault.map { .integer(Int64($0)) }
    object["reason"] = summary.reason.map(JSON.string)
    return object
  }

  /// Returns the header fields as an array, because a name may occur more than once.
  static func headers(_ fields: HTTPFields) -> JSON {
    .array(fields.map { .object(["name": .string($0.name.rawName), "value": .string($0.value)]) })
  }
}

/// Serves `GET recording`: the journal as HAR 1.2.
///
/// Secrets are redacted, and equal secrets get the same placeholder; `?redact=false` keeps the
/// secrets. `?numbers=3,5-7` selects only the exchanges with these sequence numbers.
extension ControlAPI {
  static func recording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    let creator = HARCreator(name: HARCreator.ghostlight.name ?? "", version: Version.current)
    let isRedacted = try control.flag("redact") ?? true
    let chosen = try control.exchangeNumbers()
    let numbers = chosen.map { chosen in
      Set(namespace.journal.map(\.number).filter(chosen.contains))
    }
    let recording = namespace.recording(of: emulator, numbers: numbers)
    let document = HARDocument(
      isRedacted ? Redactor().redactCompletely(recording).recording : recording,
      creator: creator)
    return .json(.ok, .object(document.json))
  }
}

/// Serves `GET outbox`: the mails, pushes and webhooks that real backends would have sent.
extension ControlAPI {
  static func outbox(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let wanted = try control.emulator(context)
    let boxes = namespace.outbox
    var messages: [JSON] = []
    for emulator in context.stage.configuration.services
    where wanted == nil || wanted == emulator.name {
      for message in boxes[emulator.name]?.messages ?? [] {
        messages.append(describe(message, of: emulator.name))
      }
    }
    return .json(.ok, ["namespace": .string(namespace.name), "messages": .array(messages)])
  }

  private static func describe(_ message: OutboxMessage, of emulator: String) -> JSON {
    [
      "emulator": .string(emulator),
      "number": .integer(Int64(message.number)),
      "time": .string(ISODate.format(milliseconds: message.milliseconds)),
      "kind": .string(message.kind.rawValue),
      "to": .array(message.recipients.map(JSON.string)),
      "content": .object(message.content),
    ]
  }
}
