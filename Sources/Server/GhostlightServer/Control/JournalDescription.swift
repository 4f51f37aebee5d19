import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// A journal entry as the control API shows it.
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

  /// In order, since a name may stand more than once.
  private static func headers(_ fields: HTTPFields) -> JSON {
    .array(fields.map { .object(["name": .string($0.name.rawName), "value": .string($0.value)]) })
  }
}
