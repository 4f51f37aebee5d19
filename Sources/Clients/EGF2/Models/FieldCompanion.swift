import Foundation

/// The property beside an id that holds the object of that id.
struct FieldCompanion: Sendable {
  let read: @Sendable (NSObject) -> NSObject?
  /// Answers whether the object fits the property.
  let write: @Sendable (NSObject, NSObject) -> Bool

  init<Model: EGF2Model, Target: NSObject & SendableMetatype>(
    _ path: any ReferenceWritableKeyPath<Model, Target?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path] }
    write = { model, object in
      guard let model = model as? Model, let object = object as? Target else { return false }
      model[keyPath: path] = object
      return true
    }
  }
}
