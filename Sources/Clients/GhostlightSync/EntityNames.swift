package import ManagedObjects

extension NSManagedObjectContext {
  /// The names of the entities that classes stand for: that of the class, or the entity of the class.
  package func entityNames(of types: [NSManagedObject.Type]) -> [String] {
    let entities = persistentStoreCoordinator?.managedObjectModel.entities ?? []
    return types.map { type in
      let name = String(describing: type)
      if entities.contains(where: { $0.name == name }) { return name }
      let entity = entities.first { entity in
        entity.managedObjectClassName.split(separator: ".").last.map(String.init) == name
      }
      return entity?.name ?? name
    }
  }
}
