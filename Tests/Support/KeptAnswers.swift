package import Testing

/// Checks that `world`, which has caches, gives the same answers to questions as a new value with
/// the same state and empty caches.
package func expectAnswers<World, Question, Answer: Equatable>(
  of world: inout World, to questions: [Question], asMadeBy make: (World) throws -> World,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ answer: (inout World, Question) throws -> Answer
) throws {
  for question in questions {
    var fresh = try make(world)
    let expected = try answer(&fresh, question)
    #expect(try answer(&world, question) == expected, sourceLocation: sourceLocation)
  }
}
