#if !canImport(CoreData)
  public import Foundation

  /// The entities that a coordinator's stores hold.
  ///
  /// Free to change until a coordinator uses it.
  /// - Source: Core Data, "NSManagedObjectModel".
  open class NSManagedObjectModel: NSObject {
    /// The entities.
    open var entities: [NSEntityDescription] = [] {
      willSet { precondition(!isFrozen, "Can't modify an immutable model.") }
      didSet { for entity in entities { entity.managedObjectModel = self } }
    }
    /// Names of the version, such as an app gives them.
    open var versionIdentifiers: Set<AnyHashable> = []
    /// Modules in which classes without one are sought.
    var moduleNames: [String] = []
    private(set) var isFrozen = false
    private var entitiesOfConfigurations: [String: [NSEntityDescription]] = [:]
    private var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    private let freezing = NSLock()
    /// The entities by name of a frozen model; guarded by `freezing`.
    private var frozenNames: [String: NSEntityDescription]?

    /// A model without entities.
    public override init() { super.init() }

    /// The entities by name.
    open var entitiesByName: [String: NSEntityDescription] {
      if isFrozen, let names = freezing.withLock({ frozenNames }) { return names }
      return entities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
    }

    /// The digests of the entities by name.
    open var entityVersionHashesByName: [String: Data] {
      entitiesByName.mapValues(\.versionHash)
    }

    /// A digest of the whole model, as text.
    open var versionChecksum: String {
      let parts = entityVersionHashesByName.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.base64EncodedString())" }
      return Data(ModelDigest.digest(of: parts.joined(separator: "\n"))).base64EncodedString()
    }

    /// The names of the configurations, the unnamed one left out.
    open var configurations: [String] { entitiesOfConfigurations.keys.sorted() }

    /// The entities of a configuration; of all where there is no name.
    open func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
      guard let configuration, configuration != "PF_DEFAULT_CONFIGURATION_NAME" else {
        return entities
      }
      return entitiesOfConfigurations[configuration]
    }

    /// Sets the entities of a configuration.
    open func setEntities(
      _ entities: [NSEntityDescription], forConfigurationName configuration: String
    ) {
      entitiesOfConfigurations[configuration] = entities
    }

    /// Keeps a request under a name.
    open func setFetchRequestTemplate(
      _ fetchRequestTemplate: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
    ) {
      templates[name] = fetchRequestTemplate
    }

    /// The requests by name.
    open var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
      templates
    }

    /// The request of a name.
    open func fetchRequestTemplate(
      forName name: String
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
      templates[name]
    }

    /// The request of a name with its variables filled in.
    open func fetchRequestFromTemplate(
      withName name: String, substitutionVariables variables: [String: Any]
    ) -> NSFetchRequest<any NSFetchRequestResult>? {
      guard let template = templates[name] else { return nil }
      let request = template.duplicate()
      request.predicate = request.predicate?.substituting(variables)
      return request
    }

    /// Whether a store with such metadata holds the entities of a configuration as they are here.
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

    /// Fixes the model: what a coordinator uses does not change.
    final func freeze() {
      freezing.withLock {
        guard !isFrozen else { return }
        frozenNames = entities.reduce(into: [:]) { $0[$1.name ?? ""] = $1 }
        for entity in entities { entity.freeze() }
        isFrozen = true
      }
      for entity in entities { EntityClasses.register(entity) }
    }

    /// A model with copies of all entities of several models.
    ///
    /// Relationships and inheritance are resolved by name; two entities of one name are refused
    /// where they differ.
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
      moduleNames = (models ?? []).flatMap(\.moduleNames)
      versionIdentifiers = (models ?? []).reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
    }
  }

  extension NSEntityDescription {
    /// A copy whose relationships still lead to the entities of the original.
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
        NSFetchIndexDescription(name: index.name, elements: index.elements)
      }
      return copy
    }

    /// Whether two entities of one name declare the same properties.
    fileprivate func digestsEqual(_ other: NSEntityDescription) -> Bool {
      Set(ownProperties.map(\.name)) == Set(other.ownProperties.map(\.name))
    }

    /// Leads the relationships of a copy to copies.
    fileprivate func resolveRelationships(in copies: [String: NSEntityDescription]) {
      for case let relationship as NSRelationshipDescription in ownProperties {
        let destination = relationship.destinationEntity?.name.flatMap { copies[$0] }
        let inverse = relationship.inverseRelationship?.name
        relationship.destinationEntity = destination
        relationship.inverseRelationship = inverse.flatMap { destination?.relationshipsByName[$0] }
      }
    }
  }

  /// A digest of 32 bytes: equal texts give equal digests on every machine.
  ///
  /// It tells versions of a model apart; it keeps no secrets.
  enum ModelDigest {
    /// The digest of a text: four rounds of FNV-1a with different starts.
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
