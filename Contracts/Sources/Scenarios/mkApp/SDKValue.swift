import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors
import mkApp

/// Conversions of the SDK's results to values that can be compared.
enum SDKValue: EventProbe {
  /// Returns the fields of an object, including those that the server sets.
  ///
  /// Ids of items, such as `p1`, are included; other ids are random and omitted.
  static func object(_ object: MKCollection?) -> JSON {
    guard let object else { return nil }
    var members: JSONObject = [:]
    if let id = object.collectionId, id.utf8.count < 8 { members["id"] = .string(id) }
    if let creator = object.creatorId { members["creatorId"] = .string(creator) }
    if let updater = object.updaterId { members["updaterId"] = .string(updater) }
    members["createdAt"] = age(object.createdAt)
    members["updatedAt"] = age(object.updatedAt)
    for (key, value) in object.allKeysAndValues.sorted(by: { $0.key < $1.key })
    where key != "sync" && key != "trash" {
      members[key] = self.value(value)
    }
    return .object(members)
  }

  /// Returns a date as milliseconds after the stage's opening time.
  private static func age(_ date: Date?) -> JSON? {
    date.map { .integer(Int64(($0.timeIntervalSince1970 * 1000).rounded()) - TestStage.opening) }
  }

  static func value(_ value: Any?) -> JSON {
    switch value {
    case let text as String: .string(text)
    case let flag as Bool: .bool(flag)
    case let number as Int: .integer(Int64(number))
    case let number as Double: .double(number)
    case let date as Date: .integer(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    case let list as [Any]: .array(list.map { self.value($0) })
    case is NSNull, nil: nil
    case let other?: .string("\(other)")
    }
  }

  /// Returns the code, status and message of an error, or `null` if there is no error.
  static func error(_ error: (any Error)?) -> JSON {
    guard let error = error as? MKError else { return error.map { .string("\($0)") } ?? nil }
    return [
      "code": .integer(Int64(error.errorCode)),
      "status": error.statusCode.map { .integer(Int64($0)) } ?? .null,
      "message": .string(error.message),
    ]
  }

  /// Returns bytes decoded as UTF-8, or `null` if there are none.
  static func text(_ data: Data?) -> JSON {
    data.map { .string(String(decoding: $0, as: UTF8.self)) } ?? nil
  }
}
