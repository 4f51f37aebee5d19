// On Apple platforms managed objects are Core Data's; apps write `import MIASync` alone.
@_exported public import GhostlightSyncStatus
@_exported public import ManagedObjects
@_exported public import mkApp
