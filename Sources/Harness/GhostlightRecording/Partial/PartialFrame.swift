import GhostlightCore
import HTTPTypes

/// One piece of an exchange in a file that grows while exchanges take place.
///
/// A frame is the length of its payload and a CRC-32 (4 bytes each), the number of its exchange (8
/// bytes), its kind (1 byte), and the payload. All numbers are little-endian. The checksum covers
/// everything after it. An exchange counts once its ``Kind/end`` is written. A file counts up to
/// its first frame with a wrong checksum.
struct PartialFrame: Sendable, Hashable {
  /// The kind of a frame, which defines the content of its payload.
  enum Kind: UInt8, Sendable, CaseIterable {
    /// Facts about the file as JSON.
    ///
    /// It is the first frame and belongs to no exchange.
    case file = 0
    /// A request without its body, and the time at which it arrived; JSON.
    case request = 1
    /// The next bytes of the request's body.
    case requestBody = 2
    /// A response without its body; JSON.
    case response = 3
    /// The next bytes of the response's body.
    case responseBody = 4
    /// The mark that both bodies are complete, with the duration; JSON.
    case end = 5
    /// The mark that the exchange will never be complete, with the reason; JSON.
    case incomplete = 6
  }

  /// The number of bytes before the payload.
  static let headBytes = 17
  /// The maximum number of bytes of a payload; longer bodies need several frames.
  static let payloadLimit = 1 << 20

  let kind: Kind
  /// The number of the exchange, from 1.
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

  /// Returns the bytes to write for some frames.
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

  /// Returns the frames for a part of a body.
  static func body(_ kind: Kind, of exchange: Int, _ body: [UInt8]) -> [PartialFrame] {
    if body.count <= payloadLimit { return body.isEmpty ? [] : [Self(kind, of: exchange, body)] }
    return stride(from: 0, to: body.count, by: payloadLimit).map { start in
      Self(kind, of: exchange, Array(body[start..<min(body.count, start + payloadLimit)]))
    }
  }

  private static func append(_ number: UInt64, bytes count: Int, to bytes: inout [UInt8]) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// The fields of a frame before its payload.
  struct Head {
    let length: Int
    let checksum: UInt32
    let exchange: Int
    let kind: Kind

    /// Reads a head; returns `nil` if the bytes are not a valid one.
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

/// Requests and responses without their bodies, as the payload of a frame.
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
    .array(fields.map { [.string($0.name.rawName), .string($0.value)] })
  }

  private static func fields(_ json: JSON?) -> HTTPFields {
    var fields = HTTPFields()
    for pair in json?.array ?? [] {
      guard let pair = pair.array, pair.count == 2, let value = pair[1].string,
        let name = pair[0].string.flatMap({ HTTPField.Name($0) })
      else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return fields
  }
}
