extension MKAppInstance {
  /// Where files are kept.
  var store: any MKStore { environment.store ?? MKFolderStore(storageDirectory) }

  /// Where credentials are kept.
  var credentials: any MKCredentialStore {
    environment.credentialStore ?? MKKeptCredentials(store: store)
  }
}
