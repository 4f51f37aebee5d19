import Foundation
import GhostlightCore

extension DateForm {
  /// Reads dates as they travel, and as ISO 8601 writes them.
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let json: JSON =
        if let number = try? container.decode(Double.self) {
          .double(number)
        } else {
          .string(try container.decode(String.self))
        }
      guard let date = date(json) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
      }
      return date
    }
    return decoder
  }

  /// Writes dates as they travel.
  var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      guard let number = json(date)?.integer else {
        throw EncodingError.invalidValue(
          date, .init(codingPath: encoder.codingPath, debugDescription: "date out of range"))
      }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
    return encoder
  }
}
