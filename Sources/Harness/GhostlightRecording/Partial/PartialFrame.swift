import GhostlightCore
import HTTPTypes

/// One piece of an exchange in a partial recording, a file that grows while exchanges take place.
///
/// A frame consists of the payload's length and a CRC-32 (4 bytes each), the exchange's number (8
/// bytes), the kind (1 byte), and the payload. All numbers are little-endian. The checksum covers
/// everything after the checksum itself. An exchange is complete when its ``Kind/end`` frame has
/// been written. Readers ignore everything from the first frame with a wrong checksum on.
struct PartialFrame: Sendable, Hashable {
  /// The kind of a frame, which defines the contents of its payload.
  enum Kind: UInt8, Sendable, CaseIterable {
    /// Information about the file, such as its comment; JSON.
    ///
    /// This is the first frame of a file. It belongs to no exchange.
    case file = 0
    /// A request without its body, and the time at which it arrived; JSON.
    case request = 1
    /// The next bytes of the request's body.
    case requestBody = 2
    /// A response without its body; JSON.
    case response = 3
    /// The next bytes of the response's body.
    case responseBody = 4
    /// Marks both bodies as complete, and contains the duration; JSON.
    case end = 5
    /// Marks an exchange that will never be complete, and contains the reason; JSON.
    case incomplete = 6
  }

  /// The size of a frame before its payload, in bytes.
  static let headBytes = 17
  /// The maximum size of a payload, in bytes; longer bodies need several frames.
  static let payloadLimit = 1 << 20

  let kind: Kind
  /// The exchange's number, from 1; 0 for a `file` frame.
  let exchange: Int
  let payload: [UInt8]

  init(_ kind: Kind, of exchange: Int, _ payload: [UInt8]) {
    self.kind = kind
    self.exchange = exchange
    self.payload = payload
  }

  init(_ kind: Kind, of exchange: Int, _ payload: JSONObject) {
    self.init(kind, of: exchange, JSON.object(payload).bytes)
  }

  /// Returns the frames as bytes, ready to be written.
  static func bytes(of frames: [PartialFrame]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames.reduce(0) { $0 + headBytes + $1.payload.count })
    for frame in frames { frame.append(to: &bytes) }
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    var head: [UInt8] = []
    Self.append(UInt64(exchange), bytes: 8, to: &head)
    head.append(kind.rawValue)
    var checksum = CRC32()
    checksum.add(head)
    checksum.add(payload)
    Self.append(UInt64(payload.count), bytes: 4, to: &bytes)
    Self.append(UInt64(checksum.value), bytes: 4, to: &bytes)
    bytes += head
    bytes += payload
  }

  /// Splits a part of a body into frames; returns no frames for an empty part.
  static func body(_ kind: Kind, of exchange: Int, _ body: [UInt8]) -> [PartialFrame] {
    if body.count <= payloadLimit { return body.isEmpty ? [] : [Self(kind, of: exchange, body)] }
    return stride(from: 0, to: body.count, by: payloadLimit).map { start in
      Self(kind, of: exchange, Array(body[start..<min(body.count, start + payloadLimit)]))
    }
  }

  private static func append(_ number: UInt64, bytes count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// The fields of a frame that precede its payload.
  struct Head {
    let length: Int
    let checksum: UInt32
    let exchange: Int
    let kind: Kind

    /// Parses a head; returns `nil` if the bytes are not a valid head.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count == PartialFrame.headBytes else { return nil }
      func number(_ range: Range<Int>) -> UInt64 {
        range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[bytes.startIndex + $1]) }
      }
      guard let kind = Kind(rawValue: bytes[bytes.startIndex + 16]),
        let exchange = Int(exactly: number(8..<16))
      else { return nil }
      length = Int(number(0..<4))
      checksum = UInt32(number(4..<8))
      self.exchange = exchange
      self.kind = kind
      guard length <= PartialFrame.payloadLimit else { return nil }
    }
  }
}

/// Converts requests and responses without their bodies to frame payloads, and back.
enum PartialHead {
  static func json(_ request: Request, startedMilliseconds: Int64) -> JSONObject {
    [
      "started": .integer(startedMilliseconds), "method": .string(request.method.rawValue),
      "scheme": .string(request.scheme), "authority": .string(request.authority),
      "target": .string(request.target.raw), "headers": json(request.headers),
    ]
  }

  static func json(_ response: Response) -> JSONObject {
    var json: JSONObject = [
      "status": .integer(Int64(response.status.code)),
      "reason": .string(response.status.reasonPhrase), "headers": Self.json(response.headers),
    ]
    if let delivery = response.delivery.har { json["delivery"] = delivery }
    if response.delayMilliseconds > 0 {
      json["delay"] = .integer(Int64(response.delayMilliseconds))
    }
    return json
  }

  static func request(_ json: JSON) -> Request? {
    guard let method = json["method"]?.string.flatMap({ HTTPRequest.Method($0) }),
      let target = json["target"]?.string
    else { return nil }
    return Request(
      method, RequestTarget(target), scheme: json["scheme"]?.string ?? "http",
      authority: json["authority"]?.string ?? "", headers: fields(json["headers"]))
  }

  static func response(_ json: JSON) -> Response? {
    guard let code = json["status"].flatMap(HARNumber.readInteger), (0...999).contains(code) else {
      return nil
    }
    let status = HTTPResponse.Status(code: code, reasonPhrase: json["reason"]?.string ?? "")
    var response = Response(status, headers: fields(json["headers"]))
    if let delivery = try? Delivery(har: json["delivery"]) { response.delivery = delivery }
    response.delayMilliseconds = json["delay"].flatMap(HARNumber.readInteger) ?? 0
    return response
  }

  private static func json(_ fields: HTTPFields) -> JSON {
    .array(
      fields.map { field in
        let bytes = field.withUnsafeBytesOfValue { Array($0) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
          return [.string(field.name.rawName), .string(HARBody.latin1(bytes)), "iso-8859-1"]
        }
        return [.string(field.name.rawName), .string(text)]
      })
  }

  private static func fields(_ json: JSON?) -> HTTPFields {
    var fields = HTTPFields()
    for pair in json?.array ?? [] {
      guard let pair = pair.array, pair.count >= 2, let value = pair[1].string,
        let name = pair[0].string.flatMap({ HTTPField.Name($0) })
      else { continue }
      // A third element says that the bytes of the value are not UTF-8.
      let bytes = pair.count > 2 ? HARBody.latin1(value) : nil
      fields.append(HTTPField(name: name, lenientValue: bytes ?? Array(value.utf8)))
    }
    return fields
  }
}
