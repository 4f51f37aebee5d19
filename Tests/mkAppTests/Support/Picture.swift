import mkApp

/// A subclass of an app.
final class Picture: MKCollection {
  nonisolated convenience init?() { self.init(name: "picturedata") }

  nonisolated var userName: String? { object(forKey: "username") as? String }
}
