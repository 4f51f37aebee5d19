/// Comparison whose duration tells nothing about where two secrets differ.
package enum ConstantTime {
  /// Whether both byte strings are equal; only their lengths may show in the time it takes.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
      difference |= left[index] ^ right[index]
    }
    return difference == 0
  }
}
