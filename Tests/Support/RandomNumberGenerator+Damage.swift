package import GhostlightCore

extension RandomNumberGenerator {
  /// Removes, puts in or replaces one byte, where there are any.
  package mutating func damage(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let position = below(bytes.count)
    switch next() % 3 {
    case 0: bytes.remove(at: position)
    case 1: bytes.insert(UInt8(truncatingIfNeeded: next()), at: position)
    default: bytes[position] = UInt8(truncatingIfNeeded: next())
    }
  }

  /// The same with a target, which still begins with a slash.
  package mutating func damage(_ target: inout RequestTarget) {
    var bytes = Array(target.raw.utf8)
    damage(&bytes)
    target = RequestTarget("/" + String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}
