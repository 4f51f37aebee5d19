/// A source file of models, ready to be written.
public struct GeneratedFile: Sendable, Hashable {
  /// The file's name: `EGF2.swift`, `EGF2.h` or `EGF2.m`.
  public let name: String
  /// Everything that stands in the file, with a newline at its end.
  public let text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
