package import GhostlightCore

extension RandomNumberGenerator {
  /// Removes, inserts or replaces one random byte, unless `bytes` is empty.
  package mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let position = below(bytes.count)
    switch next() % 3 {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: position)
    default: bytes[position] = UInt8(truncatingIfNeeded: next())
    }
  }

  /// Removes, inserts or replaces one random byte of a target, which still starts with a slash.
  package mutating func damage(_ target: inout RequestTarget) {
    var bytes = Array(target.raw.utf8)
    damage(&bytes)
    target = RequestTarget("/" + String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}
