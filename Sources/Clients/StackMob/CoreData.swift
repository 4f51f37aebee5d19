#if canImport(CoreData) || ManagedObjects
  // Apps write managed objects with nothing but `import StackMob`.
  @_exported public import ManagedObjects
#endif
