import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Serves `recordings`: recordings of what passes the services, of all namespaces together.
///
/// `POST` starts one of a service, and `POST recordings/{number}` stops or replays it. Everything
/// that is read has placeholders for secrets.
extension ControlAPI {
  static func listRecordings(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(
      .ok,
      [
        "recordings": .array(context.recordings.all.map { .object(describe($0, context)) }),
        "limits": [
          "recordings": JSON(count: ControlRecordings.most),
          "exchanges": JSON(count: ControlRecording.mostExchanges),
          "bytes": JSON(count: ControlRecording.mostBytes),
          "bodyBytes": JSON(count: ControlRecording.bodyBytes),
        ],
      ])
  }

  static func startRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("emulator")
    guard let service = try control.emulator(context) else {
      throw ControlCall.refusal("the call names no service: add \"emulator\", such as \"stackmob\"")
    }
    switch context.recordings.start(service, at: SystemTime.milliseconds()) {
    case .success(let recording): return .json(.created, .object(describe(recording, context)))
    case .failure(let refusal): throw ControlCall.conflict(refusal.reason)
    }
  }

  /// Serves `GET recordings/{number}`: the recording, and its exchanges after `?after=` in short.
  static func readRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let recording = try recording(call, context)
    let after = try ControlCall(call).number("after") ?? 0
    let exchanges = recording.withoutSecrets.exchanges
    var answer = describe(recording, context)
    answer["entries"] = .array(
      zip(1..., exchanges).dropFirst(after).map { number, exchange in
        let (request, response) = (exchange.request, exchange.response)
        return [
          "number": JSON(count: number),
          "time": .string(ISODate.format(milliseconds: exchange.startedMilliseconds)),
          "method": .string(request.method.rawValue), "path": .string(request.target.raw),
          "status": JSON(count: response.status.code),
          "milliseconds": .double(exchange.durationMilliseconds),
          "bytes": JSON(count: response.body.count),
        ]
      })
    return .json(.ok, .object(answer))
  }

  /// Serves `GET recordings/{number}/entries/{entry}`: one exchange as an entry of a HAR file.
  static func readRecordedEntry(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let recording = try recording(call, context)
    let exchanges = recording.withoutSecrets.exchanges
    guard let number = Int(call["entry"]), number > 0, number <= exchanges.count else {
      throw .controlNoData.filled([
        "what": "recording \(recording.number) has no entry \"\(call["entry"])\""
      ])
    }
    let document = HARDocument(Recording([exchanges[number - 1]]), creator: creator)
    return .json(.ok, document.json["log"]?["entries"]?[0] ?? [:])
  }

  /// Serves `GET recordings/{number}/har`: the recording as HAR 1.2.
  static func downloadRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let recording = try recording(call, context)
    return .json(.ok, .object(HARDocument(recording.withoutSecrets, creator: creator).json))
  }

  /// Serves `GET recordings/{number}/contract`: a contract from the recording.
  static func promoteRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let recording = try recording(call, context)
    let consumer = try ControlCall(call).consumer()
    let exchanges = recording.withoutSecrets.exchanges
    guard !exchanges.isEmpty else { throw ControlCall.conflict("the recording is empty") }
    return .json(
      .ok,
      .object(
        draft(
          Array(zip(1..., exchanges)), of: recording.service, for: consumer,
          from: "recording \(recording.number) of \(recording.service)")))
  }

  /// Serves `POST recordings/{number}` with `{"action": "stop"}` or `{"action": "replay"}`.
  static func changeRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("action")
    let recording = try recording(call, context)
    switch try control.text("action") {
    case "stop": context.recordings.stop(recording)
    case "replay":
      if let refusal = context.recordings.replay(recording) {
        throw ControlCall.conflict(refusal.reason)
      }
    default: throw ControlCall.refusal("\"action\" must be \"stop\" or \"replay\"")
    }
    return .json(.ok, .object(describe(recording, context)))
  }

  static func deleteRecording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    context.recordings.delete(try recording(call, context))
    return .json(.ok, [:])
  }

  // MARK: Parts

  private static let creator = HARCreator(
    name: HARCreator.ghostlight.name ?? "", version: Version.current)

  private static func recording(
    _ call: Call, _ context: ControlContext
  ) throws(Fault) -> ControlRecording {
    guard let found = Int(call["number"]).flatMap({ context.recordings[$0] }) else {
      throw .controlNoData.filled([
        "what": "there is no recording \"\(call["number"])\"; GET recordings lists them"
      ])
    }
    return found
  }

  private static func describe(
    _ recording: ControlRecording, _ context: ControlContext
  ) -> JSONObject {
    let (bytes, leftOut) = recording.sizes
    return [
      "number": JSON(count: recording.number), "emulator": .string(recording.service),
      "started": .string(ISODate.format(milliseconds: recording.started)),
      "state": .string(context.recordings.activity(of: recording)),
      "exchanges": JSON(count: recording.count), "bytes": JSON(count: bytes),
      "leftOut": JSON(count: leftOut),
    ]
  }
}
