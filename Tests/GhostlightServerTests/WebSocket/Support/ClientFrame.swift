/// A WebSocket frame that a client sends or receives.
struct ClientFrame: Hashable {
  var opcode: UInt8
  var payload: [UInt8] = []
  var isLast = true
  var reserved: UInt8 = 0
  /// The mask of the payload; `nil` for frames from a server.
  var mask: [UInt8]? = [1, 2, 3, 4]

  static func text(_ text: String, isLast: Bool = true) -> ClientFrame {
    ClientFrame(opcode: 1, payload: Array(text.utf8), isLast: isLast)
  }

  static func bytes(_ bytes: [UInt8]) -> ClientFrame { ClientFrame(opcode: 2, payload: bytes) }

  static func more(_ text: String, isLast: Bool) -> ClientFrame {
    ClientFrame(opcode: 0, payload: Array(text.utf8), isLast: isLast)
  }

  static func close(_ code: UInt16? = nil, _ reason: String = "") -> ClientFrame {
    let number = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
    return ClientFrame(opcode: 8, payload: number + Array(reason.utf8))
  }

  static func ping(_ text: String) -> ClientFrame {
    ClientFrame(opcode: 9, payload: Array(text.utf8))
  }

  static func pong(_ text: String) -> ClientFrame {
    ClientFrame(opcode: 10, payload: Array(text.utf8))
  }

  /// The same frame without a mask, as a server would send it.
  var fromServer: ClientFrame {
    var frame = self
    frame.mask = nil
    return frame
  }

  /// The frame's serialized bytes.
  var wire: [UInt8] {
    var bytes = [(isLast ? 0x80 : 0) | reserved << 4 | opcode]
    let masked: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ...125: bytes.append(masked | UInt8(payload.count))
    case ...0xFFFF:
      bytes += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(masked | 127)
      bytes += (0..<8).map { UInt8(payload.count >> (56 - 8 * $0) & 0xFF) }
    }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  /// Parses frames from a server; payloads must be shorter than 64 KiB.
  static func all(in wire: [UInt8]) -> [ClientFrame] {
    var frames: [ClientFrame] = []
    var rest = wire[...]
    while rest.count >= 2 {
      let first = rest.removeFirst()
      var length = Int(rest.removeFirst())
      if length == 126 {
        guard rest.count >= 2 else { break }
        length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
      }
      guard rest.count >= length else { break }
      frames.append(
        ClientFrame(
          opcode: first & 0x0F, payload: Array(rest.prefix(length)), isLast: first & 0x80 != 0,
          reserved: first >> 4 & 7, mask: nil))
      rest = rest.dropFirst(length)
    }
    return frames
  }
}
