extension Moment {
  /// Draws what is hashed along with a password, 16 hexadecimal digits.
  package mutating func drawSalt() -> String { draw(.hexadecimal(16), named: "salt") }
}
