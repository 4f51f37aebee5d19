import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors

/// Conversions of the module's results to values that can be compared.
enum SDKValue: EventProbe {
  /// Returns the object with its expanded objects, or the error.
  static func object(_ object: NSObject?, _ error: NSError?) -> JSON {
    object.map { .object(members($0)) } ?? self.error(error)
  }

  /// Returns the page of objects, or the error.
  static func objects(_ objects: [NSObject]?, _ count: Int, _ error: NSError?) -> JSON {
    guard let objects else { return self.error(error) }
    return page(objects, of: count)
  }

  /// Returns the names of a page's objects and the number of objects on all pages.
  static func page(_ objects: [NSObject], of count: Int) -> JSON {
    .string(objects.map(name).joined(separator: ", ") + " of \(count)")
  }

  /// Returns the Boolean that a completion handler received, or the error.
  static func result(_ result: Any?, _ error: NSError?) -> JSON {
    if error != nil { return self.error(error) }
    return (result as? Bool).map(JSON.bool) ?? nil
  }

  /// Returns the status, code and message of a refusal, or the module's own error code.
  ///
  /// Returns `null` if there is no error.
  static func error(_ error: (any Error)?) -> JSON {
    guard let error = error.map({ $0 as NSError }) else { return nil }
    guard let status = error.userInfo["status_code"] as? Int else {
      return ["domain": .string(error.domain), "code": .integer(Int64(error.code))]
    }
    return [
      "status": .integer(Int64(status)),
      "code": (error.userInfo["error_code"] as? String).map(JSON.string) ?? .null,
      "message": error.localizedFailureReason.map(JSON.string) ?? .null,
    ]
  }

  private static func name(_ object: NSObject) -> String {
    switch object {
    case let user as User: user.name?.given ?? "-"
    case let post as Post: post.text ?? "-"
    case let comment as Comment: comment.text ?? "-"
    case let file as File: file.title ?? "-"
    default: "\(type(of: object))"
    }
  }

  private static func members(_ object: NSObject) -> JSONObject {
    var members: JSONObject = [
      "type": .string("\(type(of: object))"), "name": .string(name(object)),
    ]
    switch object {
    case let user as User:
      members["email"] = user.email.map(JSON.string)
      members["verified"] = .bool(user.verified)
    case let post as Post:
      members["creator"] = (post.creatorObject as NSObject?).map { .string(name($0)) }
      members["image"] = (post.imageObject as NSObject?).map { .string(name($0)) }
    case let comment as Comment:
      members["creator"] = (comment.creatorObject as NSObject?).map { .string(name($0)) }
      members["post"] = (comment.postObject as NSObject?).map { .string(name($0)) }
    case let file as File:
      members["mimeType"] = file.mimeType.map(JSON.string)
      members["uploaded"] = .bool(file.uploaded)
      members["resizes"] = .integer(Int64(file.resizes.count))
    default: break
    }
    return members
  }
}
