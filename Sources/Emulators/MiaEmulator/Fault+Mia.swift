public import GhostlightEmulation

extension Fault {
  /// Every refusal of both generations; the tests walk this list.
  public static let mia: [Fault] = crud4 + baas3
}
