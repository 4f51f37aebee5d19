import HTTPTypes

@testable import EGF2Emulator
import GhostlightCore

extension GraphRefusalRow {
  private static let count =
    "Incorrect count parameter. Count parameter must be between 0 and 50"

  static let search: [GraphRefusalRow] = [
    GraphRefusalRow(.unknownObjectType, mark(.get, "/v1/search")),
    GraphRefusalRow(.unknownObjectType, mark(.get, "/v1/search?object=")),
    GraphRefusalRow(.unknownObjectType, mark(.get, "/v1/search?object=moon")),
    GraphRefusalRow(.incorrectCount, mark(.get, "/v1/search?object=post&count=51"), count),
    GraphRefusalRow(
      .incorrectExpandFormat, mark(.get, "/v1/search?object=post&expand=creator%7B")),
    GraphRefusalRow(.incorrectAfter, mark(.get, "/v1/search?object=post&after=x")),
    GraphRefusalRow(
      .incorrectAfter,
      mark(.get, "/v1/search?object=post&q=again&after=\(GraphFixture.post)")),
    GraphRefusalRow(
      .incorrectRange, mark(.get, "/v1/search?object=thing&range=whole:x:"),
      "Incorrect range parameter. 'whole:x' must be a number"),
    // A search is refused if the caller may not read one of the objects that it finds.
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/search?object=session")),
    GraphRefusalRow(.accessForbidden, mark(.get, "/v1/search?object=note"))
      .after(
        "object exists",
        ["object": ["object_type": "note", "user": .string(GraphFixture.world.annaID)]]),
  ]
}
