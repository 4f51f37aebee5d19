import Foundation

extension JSONEncoder {
  /// An encoder as the service wants its values: dates as ISO text with milliseconds, data as
  /// Base64.
  ///
  /// - Source: protocol reference C.0.3.
  static var ofCRUD: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let text = date.serviceText else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: Date.outOfRange))
      }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
    return encoder
  }
}
