import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors

/// What the module hands an app, as a value that can be compared.
enum SDKValue: EventProbe {
  /// An object with the objects that were put into it, or why there is none.
  static func object(_ object: NSObject?, _ error: NSError?) -> JSON {
    object.map { .object(members($0)) } ?? self.error(error)
  }

  /// A page, or why there is none.
  static func objects(_ objects: [NSObject]?, _ count: Int, _ error: NSError?) -> JSON {
    guard let objects else { return self.error(error) }
    return page(objects, of: count)
  }

  /// A page: what the objects are called, and how many there are in all.
  static func page(_ objects: [NSObject], of count: Int) -> JSON {
    .string(objects.map(name).joined(separator: ", ") + " of \(count)")
  }

  /// What a completion was given.
  static func result(_ result: Any?, _ error: NSError?) -> JSON {
    if error != nil { return self.error(error) }
    return (result as? Bool).map(JSON.bool) ?? nil
  }

  /// A refusal's status, code and message, or the module's own code; null without an error.
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
