import mkApp

/// A subclass of `MKCollection` as an app would declare it.
final class Picture: MKCollection {
  nonisolated convenience init?() { self.init(name: "picturedata") }

  nonisolated var userName: String? { object(forKey: "username") as? String }
}
