import EGF2
import EGF2FixtureModels
import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Copies and comparisons of models` {
  private func whole() -> FieldKinds {
    let kinds = FieldKinds()
    kinds.id = "k-99"
    kinds.text = "hello"
    kinds.dayOfBirth = Foundation.Date(timeIntervalSince1970: 5)
    kinds.amount = 3
    kinds.ratio = 0.5
    kinds.owner = "u-03"
    let owner = User()
    owner.email = "u@example.com"
    kinds.ownerObject = owner
    kinds.place = place("Main")
    kinds.place?.inner = place("Side")
    kinds.places = [place("First"), place("Second")]
    kinds.extra = ["a": 1]
    kinds.tags = ["x"]
    kinds.days = [Foundation.Date(timeIntervalSince1970: 7)]
    return kinds
  }

  private func place(_ street: String) -> FieldPlace {
    let place = FieldPlace()
    place.streetName = street
    place.since = Foundation.Date(timeIntervalSince1970: 0)
    return place
  }

  @Test func `a copy of a model has all values and shares no mutable object`() throws {
    let original = whole()
    let copy = original.copyGraphObject()
    #expect(copy !== original && copy.isEqual(graphObject: original))
    #expect((copy.ownerObject as? User)?.email == "u@example.com")

    copy.text = "other"
    copy.place?.inner?.streetName = "Other"
    copy.places.first?.streetName = "Other"
    copy.tags.append("y")
    try #require(copy.ownerObject as? User).email = "other@example.com"

    #expect(original.isEqual(graphObject: whole()))
    #expect((original.ownerObject as? User)?.email == "u@example.com")
  }

  @Test func `an empty model can be copied`() {
    #expect(FieldKinds().copyGraphObject().isEqual(graphObject: FieldKinds()))
    #expect(User().copyGraphObject().name == nil)
  }

  static let edits: [(String, @Sendable (FieldKinds) -> Void)] = [
    ("text", { $0.text = nil }), ("amount", { $0.amount = 4 }), ("ratio", { $0.ratio = 1 }),
    ("isOpen", { $0.isOpen = false }), ("owner", { $0.owner = "v-03" }),
    ("place", { $0.place?.inner?.since = nil }), ("places", { $0.places.reverse() }),
    ("extra", { $0.extra = ["a": 2] }), ("tags", { $0.tags = [] }),
    ("dayOfBirth", { $0.dayOfBirth = Foundation.Date(timeIntervalSince1970: 6) }),
    ("days", { $0.days = [] }), ("sizes", { $0.sizes = [1] }),
  ]

  @Test(arguments: edits)
  func `a difference in any field is found`(
    _ row: (field: String, edit: @Sendable (FieldKinds) -> Void)
  ) throws {
    let original = whole()
    let edited = whole()
    row.edit(edited)
    #expect(!edited.isEqual(graphObject: original) && !original.isEqual(graphObject: edited))
    let changes = try #require(original.changesFrom(graphObject: edited))
    #expect(Array(changes.keys) == [row.field])
  }

  @Test func `expanded objects are not compared`() {
    let other = whole()
    other.ownerObject = nil
    #expect(other.isEqual(graphObject: whole()))
    #expect(other.changesFrom(graphObject: whole()) == nil)
  }

  @Test func `changes contain whole fields with the receiver's values`() throws {
    let changed = whole()
    changed.text = "new"
    changed.amount = 9
    changed.dayOfBirth = Foundation.Date(timeIntervalSince1970: 8)
    changed.place?.inner = nil
    changed.places.removeLast()
    changed.days = [Foundation.Date(timeIntervalSince1970: 9)]
    let changes = try #require(changed.changesFrom(graphObject: whole()))
    let expected: [String: Any] = [
      "text": "new", "amount": 9, "dayOfBirth": Foundation.Date(timeIntervalSince1970: 8),
      "place": ["streetName": "Main", "since": "1970-01-01T00:00:00.000Z"],
      "places": [["streetName": "First", "since": "1970-01-01T00:00:00.000Z"]],
      "days": [Foundation.Date(timeIntervalSince1970: 9)],
    ]
    #expect(NSDictionary(dictionary: changes) == NSDictionary(dictionary: expected))
  }

  @Test func `fields that became nil are not part of the changes`() {
    let changed = whole()
    changed.text = nil
    changed.place = nil
    #expect(changed.changesFrom(graphObject: whole()) == nil)
  }

  @Test func `models of different classes are unequal and have no changes`() {
    let user = User()
    let post = Post()
    #expect(!user.isEqual(graphObject: post))
    #expect(user.changesFrom(graphObject: post) == nil)
  }

  @Test func `objects that are not models are compared by isEqual`() {
    let number = NSNumber(value: 1)
    #expect(number.isEqual(graphObject: NSNumber(value: 1)))
    #expect(!number.isEqual(graphObject: NSNumber(value: 2)))
    #expect(number.changesFrom(graphObject: NSNumber(value: 2)) == nil)
  }

  #if !os(iOS)
    @Test func `copying an object that is not a model stops the program`() async {
      await #expect(processExitsWith: .failure) { _ = NSObject().copyGraphObject() }
    }
  #endif
}
