import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// How many entries a page may have: `x-ms-max-item-count` (B12).
enum PageSize {
  /// What the service chooses where the client says -1.
  static let dynamic = 1000

  /// The number of a request, which the service reads as one of 32 bits.
  ///
  /// - Source: decision: larger numbers are refused as no numbers are.
  static func read(_ request: Request, standard: Int) throws(Fault) -> Int {
    guard let text = request.headers[.msMaxItems] else { return standard }
    guard let number = Int32(text).map(Int.init), number == -1 || number > 0 else {
      throw .badPageSize.filled(["size": text])
    }
    return number == -1 ? dynamic : number
  }
}
