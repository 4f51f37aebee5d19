import mkApp

/// A class of an app's.
final class Picture: MKCollection {
  nonisolated convenience init?() { self.init(name: "picturedata") }

  nonisolated var userName: String? { object(forKey: "username") as? String }
}
