/// The syntax of host names in certificates and DNS.
enum HostName {
  /// Returns whether a name, which must be in lower case, is allowed in a certificate.
  static func isValid(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
              UInt8(ascii: "-"), UInt8(ascii: "_"):
              true
            default:
              false
            }
          }
      }
  }
}
