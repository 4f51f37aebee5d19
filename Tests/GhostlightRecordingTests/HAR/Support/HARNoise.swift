import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport

/// Generates random exchanges and damaged files; equal seeds give equal results.
struct HARNoise {
  var numbers: SeededNumbers

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &numbers) }

  mutating func text() -> String {
    let characters = Array("aZ0 \"\\\n\r\t\u{0}/?#&=%+:@[]{}<>äß€👋\u{301}\u{10FFFF}")
    return String((0..<below(12)).map { _ in characters[below(characters.count)] })
  }

  mutating func bytes() -> [UInt8] {
    below(2) == 0 ? Array(text().utf8) : (0..<below(40)).map { _ in UInt8(below(256)) }
  }

  mutating func fields() -> HTTPFields {
    let names: [HTTPField.Name] = [
      .accept, .contentType, .contentLength, .contentEncoding, .transferEncoding, .connection,
      .setCookie, .location, .date,
    ]
    var fields: HTTPFields = [:]
    for _ in 0..<below(6) {
      fields.append(HTTPField(name: names[below(names.count)], value: bytes()))
    }
    return fields
  }

  mutating func exchange() -> RecordedExchange {
    let methods: [HTTPRequest.Method] = [.get, .post, .put, .delete, .head, .patch, .options]
    let request = Request(
      methods[below(methods.count)], RequestTarget("/" + text()),
      scheme: below(2) == 0 ? "http" : "https", authority: "host:\(below(9999))",
      headers: fields(), body: bytes())
    var response = Response(
      HTTPResponse.Status(code: below(1000)), headers: fields(), body: bytes())
    if below(4) == 0 { response.delivery = .truncated(bytes: below(100)) }
    response.delayMilliseconds = below(3) * 100
    return RecordedExchange(
      request, response, startedMilliseconds: Int64(below(2_000_000_000_000)),
      durationMilliseconds: Double(below(100_000)) / 7,
      notes: ["_note": .string(text()), "comment": .string(text())])
  }

  /// Returns the file, damaged at one to five random places.
  mutating func damaged(_ file: [UInt8]) -> [UInt8] {
    var bytes = file
    let spice =
      Array("{}[]\",:\\/u0123456789abcdefED+-.etrunl \n\0".utf8) + [0x80, 0xC3, 0xED, 0xFF]
    for _ in 0...below(5) {
      let start = below(bytes.count + 1)
      let end = min(bytes.count, start + below(40))
      switch below(5) {
      case 0: bytes.insert(spice[below(spice.count)], at: start)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: below(bytes.count + 1))
      case 3: if start < bytes.count { bytes[start] = spice[below(spice.count)] }
      default: bytes.removeSubrange(start...)
      }
      if bytes.isEmpty { bytes = file }
    }
    return bytes
  }

  /// Returns the value with one nested value replaced by a value of another JSON type.
  mutating func mistyped(_ value: JSON) -> JSON {
    if below(6) == 0 { return odd() }
    switch value {
    case .object(var object) where !object.isEmpty:
      let key = object.keys[below(object.count)]
      object[key] = object[key].map { mistyped($0) }
      return .object(object)
    case .array(var array) where !array.isEmpty:
      let index = below(array.count)
      array[index] = mistyped(array[index])
      return .array(array)
    default:
      return odd()
    }
  }

  private mutating func odd() -> JSON {
    let values: [JSON] = [
      nil, true, 0, -1, 1e300, .integer(.max), .integer(.min), .double(-0.5), "", "x", "-1",
      "base64", "http://", "://", "9999-99-99T99:99:99Z", "1970-01-01T00:00:00+", [], [:], [[]],
      ["": nil], .string(text()), .string(String(repeating: "(", count: 300)), "\u{10FF80}",
    ]
    return values[below(values.count)]
  }
}
