import GhostlightEmulation
import Testing

@testable import EGF2Emulator

@Suite struct `The store of edges` {
  /// Applies random changes, and compares the store with a plain list after each change.
  @Test(arguments: 0..<8)
  func `links keep their order through all changes`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var store = EdgeStore()
    var model: [(link: GraphLink, isShown: Bool)] = []
    var hidden: Set<String> = []
    for _ in 0..<400 {
      let link = GraphLink(
        source: "s\(random.next() % 2)", edge: "e", destination: "d\(random.next() % 12)")
      let destination = link.destination
      switch random.next() % 4 {
      case 0, 1:
        if !store.contains(link) { model.append((link, !hidden.contains(destination))) }
        store.add(link, isShown: !hidden.contains(destination))
      case 2:
        store.remove(link)
        model.removeAll { $0.link == link }
      default:
        let isShown = hidden.remove(destination) != nil
        if !isShown { hidden.insert(destination) }
        store.show(destination, isShown)
        for slot in model.indices where model[slot].link.destination == destination {
          model[slot].isShown = isShown
        }
      }
      #expect(store.all == model.map(\.link))
      for source in ["s0", "s1"] {
        let expected = model.reversed().filter { $0.isShown && $0.link.source == source }
          .map(\.link.destination)
        let list = store.list(of: source, "e")
        #expect((list?.newest(from: 0, limit: 100) ?? []) == expected)
        #expect((list?.count ?? 0) == expected.count)
        for (offset, destination) in expected.enumerated() {
          #expect(list?.offset(of: destination) == offset)
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `links added together equal links that were added one by one`(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let links = (0..<300).map { _ in
      GraphLink(
        source: "s\(random.next() % 3)", edge: "e\(random.next() % 2)",
        destination: "d\(random.next() % 40)")
    }
    let areShown = links.map { $0.destination.hasSuffix("3") }
    var (single, many) = (EdgeStore(), EdgeStore())
    for (link, isShown) in zip(links, areShown) { single.add(link, isShown: isShown) }
    for link in links.prefix(100) {
      many.add(link, isShown: link.destination.hasSuffix("3"))
    }
    many.add(Array(links.dropFirst(100)), areShown: Array(areShown.dropFirst(100)))
    many.add(links[0], isShown: true)
    #expect(many.all == single.all)
    for link in links {
      let (left, right) = (
        many.list(of: link.source, link.edge), single.list(of: link.source, link.edge)
      )
      #expect(left?.newest(from: 0, limit: 40) == right?.newest(from: 0, limit: 40))
      #expect(many.count(to: link.destination) == single.count(to: link.destination))
    }
    let late = GraphLink(source: "s0", edge: "e0", destination: "late")
    many.add(late, isShown: true)
    #expect(many.all.last == late)
  }

  @Test func `a page deep in a long list has the right links`() {
    var store = EdgeStore()
    for number in 0..<10_000 {
      store.add(
        GraphLink(source: "s", edge: "e", destination: "d\(number)"), isShown: true)
    }
    let list = store.list(of: "s", "e")
    #expect(list?.newest(from: 5_000, limit: 3) == ["d4999", "d4998", "d4997"])
    #expect(list?.newest(from: 9_999, limit: 3) == ["d0"])
    #expect(list?.newest(from: 10_000, limit: 3) == [])
    #expect(list?.offset(of: "d9999") == 0)
  }
}
