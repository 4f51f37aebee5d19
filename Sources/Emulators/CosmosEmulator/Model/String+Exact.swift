extension String {
  /// The text in ASCII, so that equal keys are equal scalar by scalar: `é` and `e` with an accent
  /// behind it are one string to Swift, and two ids to the service.
  var exact: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\u{1}" + String(scalar.value, radix: 16) + ";"
      }
    }
    return text
  }
}
