/// A name of a field, a member or a parameter, in the one form in which names are compared.
struct SecretName: Sendable, Hashable {
  /// Lower-case letters and digits only, in UTF-8.
  let bytes: [UInt8]

  init(_ name: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 { Self.compared(byte).map { bytes.append($0) } }
    self.bytes = bytes
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The name as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name of one of them, where this may be the name of several: `tokens`.
  var singular: SecretName? {
    bytes.last == UInt8(ascii: "s") ? SecretName(bytes: bytes.dropLast()) : nil
  }

  /// What a byte of a name is compared as; `nil` for one that does not count.
  static func compared(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
    default: nil
    }
  }
}

/// Names that are secret, and endings that make a name secret.
///
/// Few names of a recording are: nearly all are told by their last letter.
struct SecretNames: Sendable, Hashable {
  private struct Entry: Hashable {
    let name: SecretName
    let isEnding: Bool
  }

  /// The entries, by the last byte of each.
  private var entries = [[Entry]](repeating: [], count: 256)

  init(_ names: [SecretName], endings: [SecretName]) {
    for name in names { insert(name, isEnding: false) }
    for ending in endings { insert(ending, isEnding: true) }
  }

  mutating func insert(_ name: SecretName) { insert(name, isEnding: false) }

  private mutating func insert(_ name: SecretName, isEnding: Bool) {
    guard let last = name.bytes.last else { return }
    let entry = Entry(name: name, isEnding: isEnding)
    if !entries[Int(last)].contains(entry) { entries[Int(last)].append(entry) }
  }

  /// Forgets a name; endings stay.
  mutating func remove(_ name: SecretName) {
    guard let last = name.bytes.last else { return }
    entries[Int(last)].removeAll { $0 == Entry(name: name, isEnding: false) }
  }

  /// Whether a name as it is written can be one of these, or that of several of them.
  func mayContain(_ name: String) -> Bool {
    guard let last = name.utf8.last(where: { SecretName.compared($0) != nil }),
      let byte = SecretName.compared(last)
    else { return false }
    return byte == UInt8(ascii: "s") || !entries[Int(byte)].isEmpty
  }

  /// Whether a name is one of these, or ends as they do.
  func contains(_ name: SecretName) -> Bool {
    guard let last = name.bytes.last else { return false }
    return entries[Int(last)].contains { entry in
      let rest = name.bytes.count - entry.name.bytes.count
      return (rest == 0 || rest > 0 && entry.isEnding)
        && name.bytes[rest...].elementsEqual(entry.name.bytes)
    }
  }
}
