extension JSON {
  /// A number as an integer where it is one of 64 bits, else as a double.
  package static func simplest(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .double(number)
  }
}
