#if !canImport(CoreData)
  public import Foundation
  import GhostlightDataModel

  extension NSManagedObjectModel {
    /// Creates a model from a file of Xcode's model editor; `nil` if the file cannot be read.
    ///
    /// The file is an `.xcdatamodeld`, whose current version is used, an `.xcdatamodel`, or the
    /// `contents` file in one. Apple's compiled models (`.momd`, `.mom`) cannot be read.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - fileID: A source file of the module that contains the classes of the entities; by
    ///     default, the caller's file.
    public convenience init?(contentsOf url: URL, fileID: String = #fileID) {
      guard let contents = Self.contents(of: url),
        let text = try? String(contentsOf: contents, encoding: .utf8),
        let model = try? DataModel(contents: text)
      else { return nil }
      self.init()
      moduleNames = [String(fileID.prefix { $0 != "/" })]
      fill(from: model)
    }

    /// Returns a model with the entities of all model files in bundles; `nil` means the main
    /// bundle.
    public class func mergedModel(
      from bundles: [Bundle]?, fileID: String = #fileID
    ) -> NSManagedObjectModel? {
      var urls: [URL] = []
      for bundle in bundles ?? [Bundle.main] {
        for type in ["xcdatamodeld", "xcdatamodel"] {
          for url in bundle.urls(forResourcesWithExtension: type, subdirectory: nil) ?? [] {
            urls.append(url as URL)
          }
        }
      }
      let models = urls.compactMap { NSManagedObjectModel(contentsOf: $0, fileID: fileID) }
      return NSManagedObjectModel(byMerging: models)
    }

    /// Returns the XML file of a model, or `nil` if the URL does not belong to a model.
    private static func contents(of url: URL) -> URL? {
      switch url.pathExtension {
      case "xcdatamodel": return url.appendingPathComponent("contents")
      case "xcdatamodeld":
        let manager = FileManager.default
        let versions = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
        var name = versions.sorted().first { $0.hasSuffix(".xcdatamodel") }
        if let data = try? Data(contentsOf: url.appendingPathComponent(".xccurrentversion")),
          let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
          let current = (list as? [String: Any])?["_XCCurrentVersionName"] as? String
        {
          name = current
        }
        return name.map { url.appendingPathComponent($0).appendingPathComponent("contents") }
      default: return url.lastPathComponent == "contents" ? url : nil
      }
    }

    private func fill(from model: DataModel) {
      var known: [String: NSEntityDescription] = [:]
      for source in model.entities { known[source.name] = NSEntityDescription(source) }
      for source in model.entities {
        known[source.name]?.subentities = model.entities
          .filter { $0.parent == source.name }.compactMap { known[$0.name] }
      }
      for source in model.entities {
        guard let entity = known[source.name] else { continue }
        let attributes = source.attributes.map { NSAttributeDescription($0) }
        let relationships = source.relationships.map { relationship in
          NSRelationshipDescription(relationship, known[relationship.destination])
        }
        let fetched = source.fetchedProperties.map { request in
          let property = NSFetchedPropertyDescription()
          property.name = request.name
          property.fetchRequest = Self.request(request, known)
          return property
        }
        entity.properties =
          entity.properties + attributes as [NSPropertyDescription]
          + relationships as [NSPropertyDescription] + fetched as [NSPropertyDescription]
      }
      for source in model.entities {
        guard let entity = known[source.name] else { continue }
        for relationship in source.relationships {
          let destination = known[relationship.destination]
          entity.relationshipsByName[relationship.name]?.inverseRelationship =
            relationship.inverse.flatMap { destination?.relationshipsByName[$0] }
        }
        entity.indexes = source.indexes.map { NSFetchIndexDescription($0, entity) }
      }
      entities = model.entities.compactMap { known[$0.name] }
      for (name, members) in model.configurations {
        setEntities(members.compactMap { known[$0] }, forConfigurationName: name)
      }
      for request in model.requests {
        setFetchRequestTemplate(Self.request(request, known), forName: request.name)
      }
      if let identifier = model.versionIdentifier, !identifier.isEmpty {
        versionIdentifiers = [identifier]
      }
    }

    private static func request(
      _ source: DataModel.Request, _ known: [String: NSEntityDescription]
    ) -> NSFetchRequest<any NSFetchRequestResult> {
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: source.entity)
      request.entity = known[source.entity]
      request.predicate = source.predicate.flatMap { try? NSPredicate(parsing: $0) }
      request.fetchLimit = source.limit
      return request
    }
  }

  extension NSEntityDescription {
    fileprivate convenience init(_ source: DataModel.Entity) {
      self.init()
      name = source.name
      managedObjectClassName = source.className ?? "NSManagedObject"
      isAbstract = source.isAbstract
      userInfo = source.userInfo
      versionHashModifier = source.settings["versionHashModifier"]
      renamingIdentifier = source.settings["elementID"]
      uniquenessConstraints = source.uniqueness
    }
  }

  extension NSFetchIndexDescription {
    fileprivate convenience init(_ source: DataModel.Index, _ entity: NSEntityDescription) {
      self.init(
        name: source.name,
        elements: source.elements.compactMap { element in
          guard let property = entity.propertiesByName[element.property] else { return nil }
          let made = NSFetchIndexElementDescription(
            property: property, collationType: element.isSpatial ? .rTree : .binary)
          made.isAscending = element.isAscending
          return made
        })
    }
  }

  extension NSPropertyDescription {
    fileprivate func apply(_ settings: [String: String], _ notes: [String: String]) {
      userInfo = notes
      isIndexed = settings["indexed"] == "YES"
      isIndexedBySpotlight = settings["spotlightIndexingEnabled"] == "YES"
      renamingIdentifier = settings["elementID"]
      versionHashModifier = settings["versionHashModifier"]
    }
  }

  extension NSRelationshipDescription {
    fileprivate convenience init(
      _ source: DataModel.Relationship, _ destination: NSEntityDescription?
    ) {
      self.init()
      name = source.name
      isOptional = source.isOptional
      isTransient = source.isTransient
      destinationEntity = destination
      minCount = source.minCount
      maxCount = source.maxCount
      isOrdered = source.isOrdered
      switch source.deleteRule {
      case "Cascade": deleteRule = .cascadeDeleteRule
      case "Deny": deleteRule = .denyDeleteRule
      case "No Action": deleteRule = .noActionDeleteRule
      default: deleteRule = .nullifyDeleteRule
      }
      apply(source.settings, source.userInfo)
    }
  }

  extension NSAttributeDescription {
    fileprivate static let typeNames: [String: NSAttributeType] = [
      "Integer 16": .integer16AttributeType, "Integer 32": .integer32AttributeType,
      "Integer 64": .integer64AttributeType, "Decimal": .decimalAttributeType,
      "Double": .doubleAttributeType, "Float": .floatAttributeType,
      "String": .stringAttributeType, "Boolean": .booleanAttributeType,
      "Date": .dateAttributeType, "Binary": .binaryDataAttributeType, "UUID": .UUIDAttributeType,
      "URI": .URIAttributeType, "Transformable": .transformableAttributeType,
    ]

    fileprivate convenience init(_ source: DataModel.Attribute) {
      self.init()
      let settings = source.settings
      name = source.name
      isOptional = source.isOptional
      isTransient = source.isTransient
      attributeType = Self.typeNames[source.type] ?? .undefinedAttributeType
      valueTransformerName = settings["valueTransformerName"]
      attributeValueClassName = settings["customClassName"]
      allowsExternalBinaryDataStorage = settings["allowsExternalBinaryDataStorage"] == "YES"
      regularExpression = settings["regularExpressionString"]
      defaultValue =
        value(settings["defaultValueString"]) ?? date(settings["defaultDateTimeInterval"])
      minimumValue = bound(settings["minValueString"]) ?? date(settings["minDateTimeInterval"])
      maximumValue = bound(settings["maxValueString"]) ?? date(settings["maxDateTimeInterval"])
      apply(settings, source.userInfo)
    }

    private func date(_ text: String?) -> Date? {
      text.flatMap(Double.init).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Converts the minimum or maximum of a value; for a string attribute it is a length.
    private func bound(_ text: String?) -> Any? {
      guard attributeType == .stringAttributeType else { return value(text) }
      return text.flatMap(Int.init)
    }

    private func value(_ text: String?) -> Any? {
      guard let text else { return nil }
      switch attributeType {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        return Int(text)
      case .doubleAttributeType, .floatAttributeType: return Double(text)
      case .decimalAttributeType: return Decimal(string: text)
      case .booleanAttributeType: return text == "YES"
      case .UUIDAttributeType: return UUID(uuidString: text)
      case .URIAttributeType: return URL(string: text)
      case .stringAttributeType: return text
      default: return nil
      }
    }
  }
#endif
