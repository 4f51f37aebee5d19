/// A data model as Xcode writes it: the file `contents` of an `.xcdatamodel`.
package struct DataModel: Sendable, Hashable {
  /// An attribute.
  package struct Attribute: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The type as Xcode names it, such as `Integer 16`.
    package let type: String
    /// Whether there may be no value.
    package let isOptional: Bool
    /// Whether values are kept in memory alone.
    package let isTransient: Bool
    /// Whether classes have a plain Swift number.
    package let isScalar: Bool
    /// The other settings, by the names that they have in the file.
    package let settings: [String: String]
    /// The notes.
    package let userInfo: [String: String]
  }

  /// A relationship.
  package struct Relationship: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The name of the other entity.
    package let destination: String
    /// The name of the relationship that leads back.
    package let inverse: String?
    /// Whether there may be several objects.
    package let isToMany: Bool
    /// Whether the objects have an order.
    package let isOrdered: Bool
    /// Whether there may be no object.
    package let isOptional: Bool
    /// Whether objects are kept in memory alone.
    package let isTransient: Bool
    /// The least number of objects.
    package let minCount: Int
    /// The greatest number of objects; 0 is no limit.
    package let maxCount: Int
    /// The delete rule as Xcode names it: `Nullify`, `Cascade`, `Deny`, `No Action`.
    package let deleteRule: String
    /// The other settings.
    package let settings: [String: String]
    /// The notes.
    package let userInfo: [String: String]
  }

  /// A request that is kept with a name.
  package struct Request: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The name of the entity.
    package let entity: String
    /// The format of the predicate.
    package let predicate: String?
    /// The greatest number of results.
    package let limit: Int
  }

  /// An index: its name, and its properties with their order.
  package struct Index: Sendable, Hashable {
    /// A property in an index.
    package struct Element: Sendable, Hashable {
      /// The name of the property.
      package let property: String
      /// Whether small values come first.
      package let isAscending: Bool
      /// Whether the index is one in space.
      package let isSpatial: Bool
    }

    /// The name.
    package let name: String
    /// The properties.
    package let elements: [Element]
  }

  /// An entity.
  package struct Entity: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The name of the class, as it stands in the file: `Todo`, `.Todo` or `Module.Todo`.
    package let className: String?
    /// `class`, `category` or nothing: who writes the class.
    package let codeGeneration: String?
    /// The name of the entity that this one inherits from.
    package let parent: String?
    /// Whether there are objects of sub-entities only.
    package let isAbstract: Bool
    /// The attributes, by name.
    package let attributes: [Attribute]
    /// The relationships, by name.
    package let relationships: [Relationship]
    /// The fetched properties.
    package let fetchedProperties: [Request]
    /// The indexes.
    package let indexes: [Index]
    /// The names of properties that must be unique together.
    package let uniqueness: [[String]]
    /// The other settings.
    package let settings: [String: String]
    /// The notes.
    package let userInfo: [String: String]
  }

  /// The entities, in the order of the file.
  package let entities: [Entity]
  /// The names of entities by the names of configurations.
  package let configurations: [String: [String]]
  /// The requests.
  package let requests: [Request]
  /// The identifier of the version.
  package let versionIdentifier: String?

  /// Reads the text of the file `contents`.
  ///
  /// - Throws: What is wrong, and in which line.
  package init(contents: String) throws(XMLError) {
    let root = try XMLReader.root(of: contents)
    guard root.name == "model" else {
      throw XMLError(description: "the root element is '\(root.name)', not 'model'")
    }
    entities = root.all("entity").map(Entity.init)
    configurations = root.all("configuration").reduce(into: [:]) { result, node in
      result[node.attributes["name"] ?? ""] = node.all("memberEntity")
        .compactMap { $0.attributes["name"] }
    }
    requests = root.all("fetchRequest").map(Request.init)
    versionIdentifier = root.attributes["userDefinedModelVersionIdentifier"]
  }
}

extension XMLNode {
  fileprivate func flag(_ name: String) -> Bool { attributes[name] == "YES" }

  fileprivate var userInfo: [String: String] {
    all("userInfo").flatMap { $0.all("entry") }.reduce(into: [:]) {
      $0[$1.attributes["key"] ?? ""] = $1.attributes["value"] ?? ""
    }
  }
}

extension DataModel.Entity {
  fileprivate init(_ node: XMLNode) {
    name = node.attributes["name"] ?? ""
    className = node.attributes["representedClassName"]
    codeGeneration = node.attributes["codeGenerationType"]
    parent = node.attributes["parentEntity"]
    isAbstract = node.flag("isAbstract")
    attributes = node.all("attribute").map(DataModel.Attribute.init)
    relationships = node.all("relationship").map(DataModel.Relationship.init)
    fetchedProperties = node.all("fetchedProperty").compactMap { property in
      property.all("fetchRequest").first.map {
        DataModel.Request($0, name: property.attributes["name"] ?? "")
      }
    }
    indexes = node.all("fetchIndex").map(DataModel.Index.init)
    uniqueness = node.all("uniquenessConstraints").flatMap { $0.all("uniquenessConstraint") }
      .map { $0.all("constraint").compactMap { $0.attributes["value"] } }
    settings = node.attributes
    userInfo = node.userInfo
  }
}

extension DataModel.Attribute {
  fileprivate init(_ node: XMLNode) {
    name = node.attributes["name"] ?? ""
    type = node.attributes["attributeType"] ?? "Undefined"
    isOptional = node.flag("optional")
    isTransient = node.flag("transient")
    isScalar = node.flag("usesScalarValueType")
    settings = node.attributes
    userInfo = node.userInfo
  }
}

extension DataModel.Relationship {
  fileprivate init(_ node: XMLNode) {
    name = node.attributes["name"] ?? ""
    destination = node.attributes["destinationEntity"] ?? ""
    inverse = node.attributes["inverseName"]
    isToMany = node.flag("toMany")
    isOrdered = node.flag("ordered")
    isOptional = node.flag("optional")
    isTransient = node.flag("transient")
    minCount = node.attributes["minCount"].flatMap(Int.init) ?? 0
    maxCount = isToMany ? node.attributes["maxCount"].flatMap(Int.init) ?? 0 : 1
    deleteRule = node.attributes["deletionRule"] ?? "Nullify"
    settings = node.attributes
    userInfo = node.userInfo
  }
}

extension DataModel.Request {
  fileprivate init(_ node: XMLNode) { self.init(node, name: node.attributes["name"] ?? "") }

  fileprivate init(_ node: XMLNode, name: String) {
    self.name = name
    entity = node.attributes["entity"] ?? ""
    predicate = node.attributes["predicateString"]
    limit = node.attributes["fetchLimit"].flatMap(Int.init) ?? 0
  }
}

extension DataModel.Index {
  fileprivate init(_ node: XMLNode) {
    name = node.attributes["name"] ?? ""
    elements = node.all("fetchIndexElement").map { element in
      Element(
        property: element.attributes["property"] ?? "",
        isAscending: element.attributes["order"] != "descending",
        isSpatial: element.attributes["type"] == "RTree")
    }
  }
}
