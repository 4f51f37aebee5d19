import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET outbox`: the mails, pushes and webhooks that the backends would have sent.
extension ControlAPI {
  static func outbox(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let wanted = try control.emulator(context)
    let boxes = namespace.outbox
    var messages: [JSON] = []
    for emulator in context.stage.configuration.emulators
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
