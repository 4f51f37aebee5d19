/// A Core Data model, parsed from the file `contents` of an `.xcdatamodel` folder.
package struct DataModel: Sendable, Hashable {
  package struct Attribute: Sendable, Hashable {
    package let name: String
    /// The type with Xcode's name, such as `Integer 16`.
    package let type: String
    /// Whether an object may have no value for the attribute.
    package let isOptional: Bool
    /// Whether Core Data does not save the attribute's values.
    package let isTransient: Bool
    /// Whether generated classes use a Swift number instead of an `NSNumber`.
    package let isScalar: Bool
    /// All XML attributes of the element, keyed by name.
    package let settings: [String: String]
    package let userInfo: [String: String]
  }

  package struct Relationship: Sendable, Hashable {
    package let name: String
    /// The name of the destination entity.
    package let destination: String
    /// The name of the inverse relationship; `nil` if the model has none.
    package let inverse: String?
    package let isToMany: Bool
    package let isOrdered: Bool
    /// Whether the relationship may be empty.
    package let isOptional: Bool
    /// Whether Core Data does not save the relationship.
    package let isTransient: Bool
    /// The minimum number of related objects; 0 for no minimum.
    package let minCount: Int
    /// The maximum number of related objects; 0 for no limit.
    package let maxCount: Int
    /// The delete rule with Xcode's name: `Nullify`, `Cascade`, `Deny`, `No Action`.
    package let deleteRule: String
    package let settings: [String: String]
    package let userInfo: [String: String]
  }

  /// A fetch request template, or a fetched property.
  package struct Request: Sendable, Hashable {
    package let name: String
    package let entity: String
    package let predicate: String?
    /// The maximum number of results; 0 for no limit.
    package let limit: Int
  }

  /// An index over one or more properties, each with a sort order.
  package struct Index: Sendable, Hashable {
    package struct Element: Sendable, Hashable {
      package let property: String
      /// Whether the index sorts the property from small to large values.
      package let isAscending: Bool
      /// Whether the index is spatial (`RTree`).
      package let isSpatial: Bool
    }

    package let name: String
    package let elements: [Element]
  }

  package struct Entity: Sendable, Hashable {
    package let name: String
    /// The class name as the file contains it: `Todo`, `.Todo` or `Module.Todo`; `nil` for none.
    package let className: String?
    /// The kind of code generation: `class` or `category`; `nil` if the developer writes the class.
    package let codeGeneration: String?
    /// The name of the parent entity; `nil` if the entity has none.
    package let parent: String?
    /// Whether the entity has no objects of its own; only its subentities have objects.
    package let isAbstract: Bool
    /// The attributes, sorted by name.
    package let attributes: [Attribute]
    /// The relationships, sorted by name.
    package let relationships: [Relationship]
    package let fetchedProperties: [Request]
    package let indexes: [Index]
    /// The uniqueness constraints; each is a list of properties whose values must be unique
    /// together.
    package let uniqueness: [[String]]
    package let settings: [String: String]
    package let userInfo: [String: String]
  }

  /// The entities, in the order of the model file.
  package let entities: [Entity]
  /// For each configuration of the model, the names of its entities.
  package let configurations: [String: [String]]
  /// The fetch request templates of the model.
  package let requests: [Request]
  /// The identifier of the model's version; `nil` if the file has none.
  package let versionIdentifier: String?

  /// Parses the contents of the model file.
  ///
  /// - Throws: ``XMLError`` with the line of the problem.
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
