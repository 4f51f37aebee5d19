#if canImport(CoreData) || ManagedObjects
  import Foundation
  import StackMob

  /// The guide's Todo.
  final class Todo: NSManagedObject {
    @Managed("title") var title: String?
    @Managed("todoId") var todoId: String?
    @Managed("location") var location: Data?
  }

  /// The guide's User.
  ///
  /// Another guide's class already has this name in the module.
  final class AppUser: SMUserManagedObject {
    @Managed("username") var username: String?
    @Managed("age") var age: Int

    convenience init(newUserIn context: NSManagedObjectContext) {
      self.init(entityName: "User", insertInto: context)
    }
  }

  /// The model of the guide's samples in the format of Xcode.
  enum GuideModel {
    static let xml = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Todo" representedClassName=".Todo">
          <attribute name="location" optional="YES" attributeType="Transformable"/>
          <attribute name="pic" optional="YES" attributeType="String"/>
          <attribute name="title" optional="YES" attributeType="String"/>
          <attribute name="todoId" optional="YES" attributeType="String"/>
          <relationship name="category" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Category" inverseName="todos" inverseEntity="Category"/>
          <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="User" inverseName="favorite" inverseEntity="User"/>
          <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" \
      destinationEntity="Tag" inverseName="todos" inverseEntity="Tag"/>
        </entity>
        <entity name="Category">
          <attribute name="categoryId" optional="YES" attributeType="String"/>
          <relationship name="todos" optional="YES" toMany="YES" deletionRule="Cascade" \
      destinationEntity="Todo" inverseName="category" inverseEntity="Todo"/>
        </entity>
        <entity name="Tag">
          <attribute name="tagId" optional="YES" attributeType="String"/>
          <relationship name="todos" optional="YES" toMany="YES" deletionRule="Nullify" \
      destinationEntity="Todo" inverseName="tags" inverseEntity="Todo"/>
        </entity>
        <entity name="User" representedClassName=".AppUser">
          <attribute name="age" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
          <attribute name="username" optional="YES" attributeType="String"/>
          <relationship name="favorite" optional="YES" maxCount="1" deletionRule="Nullify" \
      destinationEntity="Todo" inverseName="owner" inverseEntity="Todo"/>
        </entity>
      </model>
      """

    /// Writes the model to a folder and loads it.
    static func load() throws -> NSManagedObjectModel {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("mydatamodel-\(UUID().uuidString).xcdatamodel")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(xml.utf8).write(to: folder.appendingPathComponent("contents"))
      guard let model = NSManagedObjectModel(contentsOf: folder) else {
        throw GuideError("the model cannot be read")
      }
      return model
    }
  }

  extension GuideApp {
    /// Creates the app's Core Data store.
    func coreData() throws -> SMCoreDataStore {
      client.coreDataStore(with: try GuideModel.load())
    }
  }
#endif
