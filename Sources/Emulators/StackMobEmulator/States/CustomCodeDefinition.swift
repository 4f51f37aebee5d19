import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Reads a method of custom code as the state `custom code exists` and the configuration give it.
enum CustomCodeDefinition {
  /// The longest start, in seconds.
  private static let longestStart: Int64 = 1_000_000

  /// - Throws: A problem with the name of the parameter.
  static func read(_ reader: StateParameters) throws(ProviderStateProblem) -> CustomCodeInstance {
    CustomCodeInstance(
      fixture: try fixture(reader),
      startSeconds: try reader.integer("startSeconds", 0...longestStart, default: 0),
      startingCalls: try reader.integer("startingCalls", 0...longestStart, default: 0))
  }

  private static func fixture(
    _ reader: StateParameters
  ) throws(ProviderStateProblem) -> CustomCodeFixture? {
    let given = ["fixture", "json", "text", "base64"].filter { reader.value($0) != nil }
    guard given.count <= 1 else {
      throw ProviderStateProblem("give one of fixture, json, text and base64")
    }
    switch given.first {
    case "fixture": return try namedFixture(reader)
    case "json": return .answer(try answer(reader, reader.value("json")?.bytes ?? [], json))
    case "text":
      return .answer(try answer(reader, Array(try reader.string("text").utf8), "text/plain"))
    case "base64":
      guard let bytes = Base64.decode(try reader.string("base64")) else {
        throw ProviderStateProblem("the parameter \"base64\" is no base64")
      }
      return .answer(try answer(reader, bytes, "application/octet-stream"))
    default: return nil
    }
  }

  private static let json = "application/json; charset=utf-8"

  private static func namedFixture(
    _ reader: StateParameters
  ) throws(ProviderStateProblem) -> CustomCodeFixture {
    let name = try reader.string("fixture")
    for fixture in CustomCodeFixture.named where fixture.key == name { return fixture.value }
    let names = CustomCodeFixture.named.map(\.key).joined(separator: ", ")
    throw ProviderStateProblem("no fixture is named \"\(name)\"; there are: \(names)")
  }

  private static func answer(
    _ reader: StateParameters, _ body: [UInt8], _ contentType: String
  ) throws(ProviderStateProblem) -> CustomCodeAnswer {
    var headers: [FormField] = []
    for member in try reader.object("headers", default: [:]) {
      guard HTTPField.Name(member.key) != nil, let value = member.value.string,
        HTTPField.isValidValue(value)
      else {
        throw ProviderStateProblem("\"headers\" cannot hold the field \"\(member.key)\"")
      }
      headers.append(FormField(member.key, value))
    }
    let type = try reader.string("contentType", default: contentType)
    guard HTTPField.isValidValue(type) else {
      throw ProviderStateProblem("the parameter \"contentType\" is no content type")
    }
    let status = try reader.integer("status", 200...599, default: 200)
    return CustomCodeAnswer(
      status: Int(status), contentType: type, headers: headers, body: body)
  }
}
