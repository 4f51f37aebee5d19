import Foundation
import GhostlightCore

extension JSONDecoder {
  /// A decoder of the service's values: dates from ISO text, data from Base64.
  ///
  /// - Source: protocol reference C.0.3.
  static var ofCRUD: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let milliseconds = ISODate.milliseconds(text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is no ISO date."))
      }
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    return decoder
  }
}
