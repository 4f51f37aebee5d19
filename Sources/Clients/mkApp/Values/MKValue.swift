import Foundation
import GhostlightCore

/// A value of a field: JSON, or what becomes JSON when it is sent.
///
/// - Source: protocol reference C.0.3.
indirect enum MKValue: Sendable {
  case json(JSON)
  case date(Date)
  case collection(MKCollection)
  case array([MKValue])
  case object([String: MKValue])
  /// Something that cannot be sent, by the name of its type.
  case unfit(String)
}

extension MKValue {
  /// The value as it is sent, members sorted by name.
  ///
  /// - Throws: `invalidParams` where a part cannot be sent, naming the key.
  func json(_ dates: DateForm, key: String) throws(MKError) -> JSON {
    switch self {
    case .json(let json): return json
    case .date(let date):
      guard let json = dates.json(date) else { throw Self.unfit("date out of range", key) }
      return json
    case .collection(let collection):
      return collection.collectionId.map(JSON.string) ?? .null
    case .array(let values):
      var list: [JSON] = []
      for value in values { list.append(try value.json(dates, key: key)) }
      return .array(list)
    case .object(let members):
      var object = JSONObject()
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        object[name] = try value.json(dates, key: key)
      }
      return .object(object)
    case .unfit(let name): throw Self.unfit(name, key)
    }
  }

  private static func unfit(_ name: String, _ key: String) -> MKError {
    MKError(
      .invalidParams,
      message: "A \(name) at \"\(key)\" cannot be sent; give text, numbers, booleans, dates, "
        + "NSNull, an MKCollection, or arrays and dictionaries of them.")
  }
}
