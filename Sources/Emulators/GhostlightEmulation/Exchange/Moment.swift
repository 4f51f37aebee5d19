/// The time and the identifiers of one exchange: all that the outside world contributes.
///
/// A backend draws identifiers from its own copy, so two draws in one exchange never collide, and
/// the same moment with the same request gives the same bytes.
public struct Moment: Sendable, Hashable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var milliseconds: Int64

  private var source: IdentifierSource

  /// Makes the moment of an exchange.
  ///
  /// - Parameters:
  ///   - milliseconds: The time since 1970.
  ///   - seed: What the identifiers are derived from; the stage gives each exchange its own.
  public init(milliseconds: Int64, seed: UInt64) {
    self.milliseconds = milliseconds
    source = .seeded(SplitMix64(seed: seed))
  }

  private init(milliseconds: Int64, source: IdentifierSource) {
    self.milliseconds = milliseconds
    self.source = source
  }

  /// A moment that stands still and draws `note-1`, `note-2`, … so that tests can write out bodies.
  public static func numbered(milliseconds: Int64 = 1_371_040_000_123) -> Moment {
    Moment(milliseconds: milliseconds, source: .numbered([:]))
  }

  /// Whole seconds since 1970.
  package var seconds: Int64 { milliseconds / 1000 }

  /// Draws a number for what happens by chance.
  package mutating func number() -> UInt64 { source.number() }

  /// Draws an identifier; the name is what a ``numbered(milliseconds:)`` moment calls it.
  package mutating func draw(_ shape: IdentifierShape, named name: String) -> String {
    source.draw(shape, named: name)
  }
}
