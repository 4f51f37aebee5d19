import GhostlightCore
import Testing

@testable import StackMob

@Suite struct `Queries joined` {
  @Test func `form a block of alternatives inside an AND`() {
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

  @Test func `merge their conditions by AND, without order and page of the second`() {
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

  @Test func `number groups on when blocks meet`() {
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

  @Test func `keep two blocks of alternatives apart`() {
    let a = query { $0.where("a", isEqualTo: 1) }.or(query { $0.where("b", isEqualTo: 2) })
    let b = query { $0.where("a", isEqualTo: 3) }.or(query { $0.where("c", isEqualTo: 4) })
    a.and(b)
    #expect(texts(a) == ["[or1].a=1", "[or1].b=2", "[or2].a=3", "[or2].c=4"])
  }

  @Test func `refuse alternatives that look the same on the wire`() {
    let a = query { $0.where("name", isEqualTo: "Jack") }
    a.or(query { $0.where("name", isEqualTo: "Jill") })
    #expect(
      a.refusal as? SMException
        == SMException(
          name: "SMExceptionIncompatibleObject",
          reason: "Two alternatives give different values for name; use where(_:isIn:) instead."))
  }

  @Test func `refuse conditions beside alternatives as one alternative`() {
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
