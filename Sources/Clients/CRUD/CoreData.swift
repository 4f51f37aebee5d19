#if canImport(CoreData) || ManagedObjects
  // Apps synchronise managed objects with nothing but `import CRUD`.
  @_exported public import GhostlightSyncStatus
  @_exported public import ManagedObjects
#endif
