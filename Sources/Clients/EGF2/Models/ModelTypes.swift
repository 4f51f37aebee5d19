import Foundation

/// The classes of an app's models, by the ends of ids.
struct ModelTypes: Sendable {
  var classes: [String: NSObject.Type] = [:]

  /// The class for an id; `nil` where none of ours is registered for its end.
  func model(for id: String) -> (any EGF2GraphModel.Type)? {
    guard let code = Self.code(of: id) else { return nil }
    return classes[code] as? any EGF2GraphModel.Type
  }

  /// The class for a type's name.
  func model(named name: String) -> (any EGF2GraphModel.Type)? {
    for type in classes.values {
      if let model = type as? any EGF2GraphModel.Type, model.graphObjectType == name {
        return model
      }
    }
    return nil
  }

  /// What follows the last `-`, if that are two characters.
  static func code(of id: String) -> String? {
    guard let dash = id.lastIndex(of: "-") else { return nil }
    let code = id[id.index(after: dash)...]
    return code.count == 2 ? String(code) : nil
  }
}
