#if !canImport(CoreData)
  /// A digest of 32 bytes: equal texts give equal digests on every machine.
  ///
  /// It tells versions of a model apart; it keeps no secrets.
  enum ModelDigest {
    /// The digest of a text: four rounds of FNV-1a with different starts.
    static func digest(of text: String) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(32)
      for round: UInt64 in 0..<4 {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325 ^ (round &* 0x9e37_79b9_7f4a_7c15)
        for byte in text.utf8 {
          state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        for shift: UInt64 in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: state >> (8 * shift))) }
      }
      return bytes
    }
  }
#endif
