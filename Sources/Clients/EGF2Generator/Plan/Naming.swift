/// How names of the configuration become names of classes and properties.
///
/// - Source: protocol reference B13, B16.
enum Naming {
  /// `date_of_birth` as `dateOfBirth`; a name that ends in an underscore stays as it is.
  static func property(_ name: String) -> String {
    guard name.utf8.last != UInt8(ascii: "_") else { return name }
    var text = ""
    var isStart = false
    for letter in name {
      if letter == "_" {
        if isStart { text += "_" }
        isStart = true
      } else {
        text += isStart ? letter.uppercased() : String(letter)
        isStart = false
      }
    }
    return text
  }

  /// `customer_role` as `CustomerRole`.
  static func type(_ name: String) -> String {
    let name = property(name)
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}
