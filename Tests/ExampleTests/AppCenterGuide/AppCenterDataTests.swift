import AppCenter
import AppCenterData
import Foundation
import GhostlightCore
import TestSupport
import Testing

/// Runs the samples of the guide with corrections that they need to compile and run.
///
/// The corrections are labels, closing braces, the missing conformance of the model, `let` for
/// unchanged variables, and casts that cannot trap.
@Suite(.limitedConcurrency) struct `The guide on App Center Data` {
  let deviceTimeToLive = 3600

  class User: MSSerializableDocument {
    var name: String
    var email: String
    var phoneNumber: String
    var identifier: String

    init(name: String, email: String, phoneNumber: String) {
      self.name = name
      self.email = email
      self.phoneNumber = phoneNumber
      self.identifier = NSUUID().uuidString
    }
    init() {
      self.name = ""
      self.email = ""
      self.phoneNumber = ""
      self.identifier = ""
    }

    required init(from dictionary: [AnyHashable: Any]) {
      //sdk turns dictionary to payload
      self.name = dictionary["name"] as? String ?? ""
      self.email = dictionary["email"] as? String ?? ""
      self.phoneNumber = dictionary["phoneNumber"] as? String ?? ""
      self.identifier = dictionary["identifier"] as? String ?? ""
    }

    func serializeToDictionary() -> [AnyHashable: Any] {
      //creating dictionary out of object
      [
        "name": self.name,
        "email": self.email,
        "phoneNumber": self.phoneNumber,
        "identifier": self.identifier,
      ]
    }
  }

  /// Returns an app that has started Data, with a user document in both partitions.
  private func started(with user: User? = nil) throws -> DataGuideApp {
    let app = try DataGuideApp()
    if let user {
      let document: JSON = [
        "name": .string(user.name), "email": .string(user.email),
        "phoneNumber": .string(user.phoneNumber), "identifier": .string(user.identifier),
      ]
      try app.store(user.identifier, document, in: DataGuideApp.user)
      try app.store(user.identifier, document, in: "readonly")
    }
    app.run {
      MSAppCenter.start(
        "11111111-2222-3333-4444-555555555555", withServices: [MSData.self])
    }
    return app
  }

  private func alex() -> User {
    User(name: "Alex", email: "alex@appcenter.ms", phoneNumber: "+1-(855)-555-5555")
  }

  @Test func `2. Start App Center Data`() throws {
    let app = try DataGuideApp()
    app.run {
      #expect(!MSData.isEnabled())
      MSAppCenter.start("{Your App Secret}", withServices: [MSData.self])
      #expect(MSData.isEnabled())
    }
  }

  @Test func `Defining a Model`() {
    let user = alex()
    let copy = User(from: user.serializeToDictionary())
    #expect(copy.name == "Alex")
    #expect(copy.identifier == user.identifier)
    #expect(User().identifier == "")
  }

  @Test func `Creating a Document`() async throws {
    let names = Mailbox(of: String?.self)
    try started().run {
      let user = User(
        name: "Alex", email: "alex@appcenter.ms", phoneNumber: "+1-(855)-555-5555")
      MSData.create(
        withDocumentId: user.identifier, document: user, partition: kMSDataUserDocumentsPartition
      ) { (document) in
        // Do something with the document
        names.put((document.deserializedValue as? User)?.name)
      }
    }
    #expect(await names.next() == "Alex")
  }

  @Test func `Creating a Document, with a time to live`() async throws {
    let names = Mailbox(of: String?.self)
    try started().run {
      let user = User(
        name: "Alex", email: "alex@appcenter.ms", phoneNumber: "+1-(855)-555-5555")
      MSData.create(
        withDocumentId: user.identifier, document: user, partition: kMSDataUserDocumentsPartition,
        writeOptions: self.deviceTimeToLive
      ) { (document) in
        // Do something with the document
        names.put((document.deserializedValue as? User)?.name)
      }
    }
    #expect(await names.next() == "Alex")
    let timeToLiveInSeconds = 60
    #expect(MSWriteOptions.init(deviceTimeToLive: timeToLiveInSeconds)?.deviceTimeToLive == 60)
  }

  @Test func `Reading a Document`() async throws {
    let user = alex()
    let done = Mailbox(of: Void.self)
    var fetchedUser = User()
    try started(with: user).run {
      MSData.read(
        withDocumentId: user.identifier, documentType: User.self,
        partition: kMSDataAppDocumentsPartition
      ) { (document) in
        // do something with fetched data
        fetchedUser = document.deserializedValue as? User ?? fetchedUser
        done.put(())
      }
    }
    _ = await done.next()
    #expect(fetchedUser.email == "alex@appcenter.ms")
  }

  @Test func `Reading a Document, with a time to live`() async throws {
    let user = alex()
    let done = Mailbox(of: Void.self)
    var fetchedUser = User()
    try started(with: user).run {
      MSData.read(
        withDocumentId: user.identifier, documentType: User.self,
        partition: kMSDataUserDocumentsPartition, readOptions: self.deviceTimeToLive
      ) { (document) in
        // do something with fetched data
        fetchedUser = document.deserializedValue as? User ?? fetchedUser
        done.put(())
      }
    }
    _ = await done.next()
    #expect(fetchedUser.email == "alex@appcenter.ms")
    let timeToLiveInSeconds = 60
    #expect(MSReadOptions.init(deviceTimeToLive: timeToLiveInSeconds)?.deviceTimeToLive == 60)
  }

  @Test func `Replacing (Upsert) a Document`() async throws {
    let emails = Mailbox(of: String?.self)
    try started().run {
      let user = User(
        name: "Alex", email: "alex@microsoft.com", phoneNumber: "+1-(855)-555-5555")
      MSData.replace(
        withDocumentId: user.identifier, document: user, partition: kMSDataUserDocumentsPartition
      ) { (document) in
        // Do something with the document
        emails.put((document.deserializedValue as? User)?.email)
      }
    }
    #expect(await emails.next() == "alex@microsoft.com")
  }

  @Test func `Replacing (Upsert) a Document, with a time to live`() async throws {
    let emails = Mailbox(of: String?.self)
    try started().run {
      let user = User(
        name: "Alex", email: "alex@microsoft.com", phoneNumber: "+1-(855)-555-5555")
      MSData.replace(
        withDocumentId: user.identifier, document: user, partition: kMSDataUserDocumentsPartition,
        writeOptions: self.deviceTimeToLive
      ) { (document) in
        // Do something with the document
        emails.put((document.deserializedValue as? User)?.email)
      }
    }
    #expect(await emails.next() == "alex@microsoft.com")
  }

  @Test func `Deleting a document`() async throws {
    let user = alex()
    let errors = Mailbox(of: Int?.self)
    try started(with: user).run {
      MSData.delete(
        withDocumentId: user.identifier, partition: kMSDataUserDocumentsPartition
      ) { (document) in
        // Do something
        errors.put(document.error?.code)
      }
    }
    #expect(await errors.next() == .some(nil))
  }

  @Test func `Deleting a document, with a time to live`() async throws {
    let user = alex()
    let errors = Mailbox(of: Int?.self)
    try started(with: user).run {
      MSData.delete(
        withDocumentId: user.identifier, partition: kMSDataUserDocumentsPartition,
        writeOptions: self.deviceTimeToLive
      ) { (document) in
        // Do something
        errors.put(document.error?.code)
      }
    }
    #expect(await errors.next() == .some(nil))
  }

  @Test func `Fetching a list of Documents`() async throws {
    let names = Mailbox(of: String?.self)
    func print(_ name: String?) { names.put(name) }
    try started(with: alex()).run {
      MSData.listDocuments(withType: User.self, partition: kMSDataUserDocumentsPartition) {
        (documents) in
        //Loop over items in the current page
        let currentPageItems = documents.currentPage().items
        for docs in currentPageItems ?? [] {
          let tempUser = docs.deserializedValue as? User
          print(tempUser?.name)
        }
      }
    }
    #expect(await names.next() == "Alex")
  }

  @Test func `Fetching a list of Documents, with a time to live`() async throws {
    let names = Mailbox(of: String?.self)
    func print(_ name: String?) { names.put(name) }
    try started(with: alex()).run {
      MSData.listDocuments(
        withType: User.self, partition: kMSDataUserDocumentsPartition,
        readOptions: self.deviceTimeToLive
      ) { (documents) in
        //Loop over items in the current page
        let currentPageItems = documents.currentPage().items
        for docs in currentPageItems ?? [] {
          let tempUser = docs.deserializedValue as? User
          print(tempUser?.name)
        }
      }
    }
    #expect(await names.next() == "Alex")
  }
}
