import GhostlightCore
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Combining queries` {
  @Test func `OR inside AND becomes a block of alternatives`() {
    let a = query { $0.where("armor_class", isLessThan: 17) }
    let b = query {
      $0.where("first_name", isEqualTo: "Jonah")
      $0.where("last_name", isEqualTo: "Williams")
    }
    let c = query { $0.where("first_name", isEqualTo: "Jill") }
    let d = query { $0.where("company", isEqualTo: "Carbon Five") }
    let joined = a.and(b.or(c).or(d))
    #expect(joined === a)
    #expect(
      texts(a) == [
        "armor_class[lt]=17", "[or1].[and1].first_name=Jonah", "[or1].[and1].last_name=Williams",
        "[or1].first_name=Jill", "[or1].company=Carbon Five",
      ])
    #expect(a.refusal == nil)
  }

  @Test func `AND merges conditions but not order and page`() {
    let a = query {
      $0.where("age", isLessThan: 17)
      $0.limit(3)
    }
    let b = query {
      $0.where("age", isLessThan: 20)
      $0.where("name", isEqualTo: "Jill")
      $0.fromIndex(4, to: 5)
      $0.order(byField: "name", ascending: true)
    }
    a.and(b)
    #expect(texts(a) == ["age[lt]=20", "name=Jill"])
    #expect(a.requestHeaders == ["Range": "objects=0-2"])
  }

  @Test func `groups keep different numbers when blocks are joined`() {
    let a = query {
      $0.where("a", isEqualTo: 1)
      $0.where("b", isEqualTo: 2)
    }
    let b = query { $0.where("c", isEqualTo: 3) }
    let c = query {
      $0.where("a", isEqualTo: 4)
      $0.where("b", isEqualTo: 5)
    }
    let d = query { $0.where("d", isEqualTo: 6) }
    a.or(b).or(c.or(d))
    #expect(
      texts(a) == [
        "[or1].[and1].a=1", "[or1].[and1].b=2", "[or1].c=3", "[or1].[and2].a=4",
        "[or1].[and2].b=5", "[or1].d=6",
      ])
  }

  @Test func `two blocks of alternatives stay separate`() {
    let a = query { $0.where("a", isEqualTo: 1) }.or(query { $0.where("b", isEqualTo: 2) })
    let b = query { $0.where("a", isEqualTo: 3) }.or(query { $0.where("c", isEqualTo: 4) })
    a.and(b)
    #expect(texts(a) == ["[or1].a=1", "[or1].b=2", "[or2].a=3", "[or2].c=4"])
  }

  @Test func `alternatives with the same parameter name are rejected`() {
    let a = query { $0.where("name", isEqualTo: "Jack") }
    a.or(query { $0.where("name", isEqualTo: "Jill") })
    #expect(
      a.refusal as? SMException
        == SMException(
          name: "SMExceptionIncompatibleObject",
          reason: "Two alternatives give different values for name; use where(_:isIn:) instead."))
  }

  @Test func `a condition next to alternatives cannot become one alternative`() {
    let a = query { $0.where("a", isEqualTo: 1) }.or(query { $0.where("b", isEqualTo: 2) })
    let b = query { $0.where("c", isEqualTo: 3) }.and(a)
    let c = query { $0.where("d", isEqualTo: 4) }.or(b)
    #expect((c.refusal as? SMException)?.name == "SMExceptionIncompatibleObject")
  }

  private func query(_ build: (SMQuery) -> Void) -> SMQuery {
    let query = SMQuery(schema: "people")
    build(query)
    return query
  }

  private func texts(_ query: SMQuery) -> [String] {
    query.queryItems.map { "\($0.name)=\($0.value ?? "")" }
  }
}
