#if !canImport(CoreData)
  public import Foundation

  /// The entities of an app, for a coordinator and its stores.
  ///
  /// Load it from Xcode's `.xcdatamodeld` with `init(contentsOf:fileID:)`, or create the entities
  /// in code. It can be changed until a coordinator uses it; after that a change ends the process,
  /// and it can be read from any thread. Unlike Apple's class it reads the source files, not
  /// compiled models.
  ///
  /// ```swift
  /// import Foundation
  /// import ManagedObjects
  ///
  /// func container(at url: URL) -> NSPersistentContainer? {
  ///   guard let model = NSManagedObjectModel(contentsOf: url) else { return nil }
  ///   return NSPersistentContainer(name: "App", managedObjectModel: model)
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSManagedObjectModel".
  open class NSManagedObjectModel: NSObject {
    /// The model's entities, including those that inherit from others.
    open var entities: [NSEntityDescription] = [] {
      willSet { precondition(!isFrozen, "Can't modify an immutable model.") }
      didSet { for entity in entities { entity.managedObjectModel = self } }
    }
    /// Identifiers of the model's version, which an app can choose freely.
    open var versionIdentifiers: Set<AnyHashable> = []
    /// The modules in which to look up class names that do not contain a module.
    var moduleNames: [String] = []
    private(set) var isFrozen = false
    private var entitiesOfConfigurations: [String: [NSEntityDescription]] = [:]
    private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    private let freezing = NSLock()
    /// The entities by name, guarded by `freezing`; `nil` until the model is frozen.
    private var frozenNames: [String: NSEntityDescription]?

    /// Creates a model that does not have entities yet.
    public override init() { super.init() }

    /// The model's entities, keyed by name.
    open var entitiesByName: [String: NSEntityDescription] {
      if isFrozen, let names = freezing.withLock({ frozenNames }) { return names }
      return entities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
    }

    /// The entities' version hashes, keyed by entity name.
    open var entityVersionHashesByName: [String: Data] {
      entitiesByName.mapValues(\.versionHash)
    }

    /// A digest of the whole model as a Base64 string.
    open var versionChecksum: String {
      let parts = entityVersionHashesByName.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.base64EncodedString())" }
      return Data(ModelDigest.digest(of: parts.joined(separator: "\n"))).base64EncodedString()
    }

    /// The names of the configurations in alphabetical order, without the default configuration.
    open var configurations: [String] { entitiesOfConfigurations.keys.sorted() }

    /// Returns a configuration's entities, or all entities if the name is `nil`.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
      guard let configuration, configuration != "PF_DEFAULT_CONFIGURATION_NAME" else {
        return entities
      }
      return entitiesOfConfigurations[configuration]
    }

    /// Sets the entities of the configuration with a name.
    open func setEntities(
      _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
      entitiesOfConfigurations[configuration] = entities
    }

    /// Stores a fetch request in the model under a name; `nil` removes it.
    open func setFetchRequestTemplate(
      _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
      templates[name] = fetchRequestTemplate
    }

    /// The stored fetch requests, keyed by their names.
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
      templates
    }

    /// Returns the stored fetch request with a name, or `nil` if there is none.
    open func fetchRequestTemplate(
      forName name: String
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
      templates[name]
    }

    /// Returns a copy of a stored fetch request, with its predicate's variables replaced by values.
    open func fetchRequestFromTemplate(
      withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
      guard let template = templates[name] else { return nil }
      let request = template.duplicate()
      request.predicate = request.predicate?.substituting(variables)
      return request
    }

    /// Returns whether a store was written with the same version of a configuration's entities.
    ///
    /// - Parameters:
    ///   - configuration: The configuration's name; `nil` means all entities.
    ///   - metadata: The store's metadata, which contains the version hashes of its entities.
    /// - Returns: Whether the version hashes in the metadata are those of the configuration's
    ///   entities.
    open func isConfiguration(
      withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
      guard let stored = metadata[NSStoreModelVersionHashesKey] as? [String: Data] else {
        return false
      }
      let expected = (entities(forConfigurationName: configuration) ?? [])
        .reduce(into: [String: Data]()) { $0[$1.displayName] = $1.versionHash }
      return stored == expected
    }

    /// Marks the model as unchangeable, because a coordinator has started to use it.
    final func freeze() {
      freezing.withLock {
        guard !isFrozen else { return }
        frozenNames = entities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
        for entity in entities { entity.freeze() }
        isFrozen = true
      }
      for entity in entities { EntityClasses.register(entity) }
    }

    /// Creates a model with copies of all entities of several models.
    ///
    /// Relationships and inheritance are resolved by name. If two entities have the same name but
    /// different property names, the process ends.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
      self.init()
      var copies: [String: NSEntityDescription] = [:]
      var pairs: [(original: NSEntityDescription, copy: NSEntityDescription)] = []
      for entity in (models ?? []).flatMap(\.entities) {
        if let known = copies[entity.displayName] {
          precondition(
            known.digestsEqual(entity),
            "Can't merge models with two different entities named '\(entity.displayName)'")
          continue
        }
        let copy = entity.duplicate()
        copies[entity.displayName] = copy
        pairs.append((entity, copy))
      }
      for (original, copy) in pairs {
        copy.subentities = original.subentities.compactMap { copies[$0.displayName] }
      }
      for (_, copy) in pairs { copy.resolveRelationships(in: copies) }
      entities = pairs.map(\.copy)
      // In an initialiser, the property's observer is not called.
      for entity in entities { entity.managedObjectModel = self }
      moduleNames = (models ?? []).flatMap(\.moduleNames)
      versionIdentifiers = (models ?? []).reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
    }
  }

  extension NSEntityDescription {
    /// Returns a copy whose relationships still refer to entities of the original model.
    fileprivate func duplicate() -> NSEntityDescription {
      let copy = NSEntityDescription()
      copy.name = name
      copy.managedObjectClassName = managedObjectClassName
      copy.managedObjectClass = managedObjectClass
      copy.isAbstract = isAbstract
      copy.userInfo = userInfo
      copy.versionHashModifier = versionHashModifier
      copy.renamingIdentifier = renamingIdentifier
      copy.uniquenessConstraints = uniquenessConstraints
      copy.properties = ownProperties.map { $0.duplicate() }
      copy.indexes = indexes.map { index in
        let made = NSFetchIndexDescription(name: index.name, elements: index.elements)
        made.partialIndexPredicate = index.partialIndexPredicate
        return made
      }
      return copy
    }

    /// Returns whether two entities with the same name declare properties with the same names.
    fileprivate func digestsEqual(_ other: NSEntityDescription) -> Bool {
      Set(ownProperties.map(\.name)) == Set(other.ownProperties.map(\.name))
    }

    /// Replaces the entities to which this entity's relationships refer with the entities of the
    /// same names in `copies`.
    fileprivate func resolveRelationships(in copies: [String: NSEntityDescription]) {
      for case let relationship as NSRelationshipDescription in ownProperties {
        let destination = relationship.destinationEntity?.name.flatMap { copies[$0] }
        let inverse = relationship.inverseRelationship?.name
        relationship.destinationEntity = destination
        relationship.inverseRelationship = inverse.flatMap { destination?.relationshipsByName[$0] }
      }
    }
  }

  /// A digest of 32 bytes, which is the same for equal strings on every machine.
  ///
  /// It distinguishes versions of a model. It is not cryptographic.
  enum ModelDigest {
    /// Returns the digest of a string: four rounds of FNV-1a with different initial values.
    static func digest(of text: String) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(32)
      for round: UInt64 in 0..<4 {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325 ^ (round &* 0x9e37_79b9_7f4a_7c15)
        for byte in text.utf8 {
          state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        for shift: UInt64 in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: state >> (8 * shift))) }
      }
      return bytes
    }
  }
#endif
