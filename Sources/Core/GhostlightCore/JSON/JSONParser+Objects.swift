extension JSONParser {
  /// Reads the object that opens at the cursor.
  mutating func object() throws(JSONError) -> JSON {
    try open()
    if take(UInt8(ascii: "}")) { return close(.object(JSONObject())) }
    var members = JSONMembers()
    var missing = JSONError.Reason.expectedNameOrBrace
    while true {
      guard cursor < count, base[cursor] == UInt8(ascii: "\"") else { throw unexpected(missing) }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected(.expectedColon) }
      skipSpace()
      members.insert(name, try value())
      skipSpace()
      if take(UInt8(ascii: ",")) {
        skipSpace()
        missing = .expectedName
      } else if take(UInt8(ascii: "}")) {
        return close(.object(JSONObject(uniqueMembers: members.members)))
      } else {
        throw unexpected(.expectedCommaOrBrace)
      }
    }
  }
}
