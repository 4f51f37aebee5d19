// ManagedObjects exports Foundation, as Core Data does, so the test does not import it.
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// An app's class that overrides its designated initialiser without `required`.
private final class Skill: NSManagedObject {
  var isMadeByApp = false

  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    isMadeByApp = true
  }

  convenience init(named name: String, in context: NSManagedObjectContext) {
    self.init(context: context)
    setValue(name, forKey: "name")
  }

  static func make(in context: NSManagedObjectContext) -> Self { self.init(context: context) }

  class func made(of entity: NSEntityDescription, in context: NSManagedObjectContext) -> Skill {
    self.init(entity: entity, insertInto: context)
  }
}

/// A protocol that an app's classes conform to.
private protocol Creatable: AnyObject {}

extension Creatable where Self: NSManagedObject {
  static func create(in context: NSManagedObjectContext) -> Self { Self(context: context) }
}

extension Skill: Creatable {}

extension NSManagedObject {
  fileprivate static func insert(into context: NSManagedObjectContext) -> Self {
    self.init(context: context)
  }
}

private func new<Object: NSManagedObject>(in context: NSManagedObjectContext) -> Object {
  Object(context: context)
}

@Suite(.limitedConcurrency) struct `Initialisers of managed objects` {
  private typealias Make = @Sendable (NSManagedObjectContext) -> NSManagedObject

  private static let ways: [(String, Make)] = [
    ("a static method", { Skill.make(in: $0) }),
    ("a class method with an entity", { Skill.made(of: Skill.entity(), in: $0) }),
    ("an extension of NSManagedObject", { Skill.insert(into: $0) }),
    ("an extension of a protocol", { Skill.create(in: $0) }),
    ("a generic function", { new(in: $0) as Skill }),
    ("a class known at run time", { (Skill.self as NSManagedObject.Type).init(context: $0) }),
    ("a convenience initialiser", { Skill(named: "C", in: $0) }),
  ]

  @Test(arguments: ways)
  private func `an object can be created by its class in the same ways as in Core Data`(
    _ way: String, _ make: Make
  ) throws {
    let model = Company.model()
    model.entitiesByName["Skill"]?.managedObjectClass = Skill.self
    let space = try Workspace(model: model)
    let object = make(space.context)
    let skill = try #require(object as? Skill)
    #expect(skill.entity.name == "Skill")
    #expect(skill.isMadeByApp)
    #expect(skill.managedObjectContext === space.context)
    #expect(space.context.insertedObjects == [skill])
  }

  @Test func `a context has no undo manager, and accepts nil for it`() throws {
    let space = try Workspace()
    space.context.undoManager = nil
    #expect(space.context.undoManager == nil)
    #expect(Date(timeIntervalSince1970: 0) < Date())
  }

  @Test func `a merge policy can be chosen by a condition`() throws {
    let space = try Workspace()
    for (overwrites, type) in [
      (true, NSMergePolicyType.overwriteMergePolicyType), (false, .rollbackMergePolicyType),
    ] {
      space.context.mergePolicy = overwrites ? NSOverwriteMergePolicy : NSRollbackMergePolicy
      #expect((space.context.mergePolicy as? NSMergePolicy)?.mergeType == type)
      space.context.mergePolicy = overwrites ? NSMergePolicy.overwrite : NSMergePolicy.rollback
      #expect((space.context.mergePolicy as? NSMergePolicy)?.mergeType == type)
    }
  }

  @Test func `a transformer is found by its name, if it is of the class`() {
    final class Shout: ValueTransformer {
      override func transformedValue(_ value: Any?) -> Any? { "\(value ?? "")!" }
    }
    final class Whisper: ValueTransformer {}
    let name = NSValueTransformerName("InitialiserTests.shout")
    ValueTransformer.setValueTransformer(Shout(), forName: name)
    defer { ValueTransformer.setValueTransformer(nil, forName: name) }
    #expect(ValueTransformer(forName: name)?.transformedValue("a") as? String == "a!")
    #expect(Whisper(forName: name) == nil)
    #expect(ValueTransformer(forName: NSValueTransformerName("none")) == nil)
  }
}
