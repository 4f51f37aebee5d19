#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import StackMob
  import StackMobEmulator
  import TestSupport
  import Testing

  @MainActor @Suite struct `The guide on users, places and files in Core Data` {
    @Test func `Creating a User Object`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let mailbox = Mailbox<String>()
      SMClient.setDefault(app.client)

      let newUser = AppUser(newUserIn: context)
      newUser.username = "Bob"
      newUser.setPassword("vkfjakvjvjnfosg")
      newUser.age = 34

      context.save(
        onSuccess: {
          mailbox.put("Saved the user object")
        },
        onFailure: { error in
          mailbox.put("\(error)")
        })

      #expect(await mailbox.next() == "Saved the user object")
      let user = try await app.client.login(withUsername: "Bob", password: "vkfjakvjvjnfosg")
      #expect(user["age"] as? Int == 34)
    }

    @Test func `Retrieve User Managed Object`() async throws {
      let app = try GuideApp().with(user: "bob", password: "secret")
        .with(user: "jill", password: "secret")
      let managedObjectContext = try app.coreData().contextForCurrentThread()
      let mailbox = Mailbox<[String?]>()
      let username = "bob"

      let userFetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "User")
      userFetch.predicate = NSPredicate(format: "username == %@", username)

      managedObjectContext.execute(
        userFetch,
        onSuccess: { results in
          let currentUser = results.first as? AppUser
          mailbox.put(["\(results.count)", currentUser?.username])
        })

      #expect(await mailbox.next() == ["1", "bob"])
    }

    @Test func `Saving Geo-Location Data, and Reading Geo-Location Values`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let todo = try #require(
        NSEntityDescription.insertNewObject(forEntityName: "Todo", into: context) as? Todo)
      let geoPoint = SMGeoPoint(latitude: 37.77215879638275, longitude: -122.4064476357965)
      todo.todoId = todo.assignObjectId()
      todo.title = "My Location"

      todo.location = try NSKeyedArchiver.archivedData(
        withRootObject: geoPoint, requiringSecureCoding: true)

      // Save the location to StackMob
      try context.saveAndWait()

      context.refresh(todo, mergeChanges: true)
      let data = try #require(todo.value(forKey: "location") as? Data)
      #expect(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: SMGeoPoint.self, from: data) == geoPoint)
    }

    @Test func `Query based on Geo-Location`() async throws {
      let app = try GuideApp()
      for (id, latitude) in [("near", 37.81), ("far", 40.0)] {
        try app.setUp(
          "object exists",
          [
            "schema": "todo",
            "object": [
              "todo_id": .string(id), "location": ["lat": .double(latitude), "lon": -122.418167],
            ],
          ])
      }
      let context = try app.coreData().contextForCurrentThread()
      let mailbox = Mailbox<[String?]>()

      let fetchRequest = NSFetchRequest<any NSFetchRequestResult>(entityName: "Todo")
      // Fisherman's Wharf
      var coordinate = CLLocationCoordinate2D()
      coordinate.latitude = 37.810317
      coordinate.longitude = -122.418167
      let geoPoint = SMGeoPoint(coordinate: coordinate)
      let predicate = SMPredicate(where: "location", isWithin: 3.5, milesOf: geoPoint)
      fetchRequest.predicate = predicate

      context.execute(
        fetchRequest,
        onSuccess: { results in
          mailbox.put(results.map { ($0 as? Todo)?.todoId })
        },
        onFailure: { error in
          mailbox.put(["Error: \(error)"])
        })

      #expect(await mailbox.next() == ["near"])
    }

    @Test func `Saving Binary Data`() async throws {
      let app = try GuideApp()
      let context = try app.coreData().contextForCurrentThread()
      let newManagedObject = NSEntityDescription.insertNewObject(
        forEntityName: "Todo", into: context)
      newManagedObject.assignObjectId()
      let theData = Data([0xff, 0xd8, 0xff])
      let picData = SMBinaryDataConversion.string(
        forBinaryData: theData, name: "whateverNameYouWant", contentType: "image/jpg")
      let mailbox = Mailbox<String>()

      newManagedObject.setValue(picData, forKey: "pic")
      context.save(
        onSuccess: {
          mailbox.put(newManagedObject.value(forKey: "pic") as? String ?? "-")
          context.refresh(newManagedObject, mergeChanges: true)
          mailbox.put(newManagedObject.value(forKey: "pic") as? String ?? "-")
        },
        onFailure: { error in
          mailbox.put("\(error)")
        })

      #expect(await mailbox.next() == picData)
      let picString = try #require(await mailbox.next())
      #expect(SMBinaryDataConversion.stringContainsURL(picString))
      #expect(try app.download(picString) == theData)
    }

    @Test func `Core Data Save Failure Errors`() async throws {
      let app = try GuideApp().with(user: "jack", password: "secret")
      let context = try app.coreData().contextForCurrentThread()
      let user = NSEntityDescription.insertNewObject(forEntityName: "User", into: context)
      user.setValue("jack", forKey: "username")
      (user as? AppUser)?.setPassword("secret")

      let error = try #require(#expect(throws: NSError.self) { try context.saveAndWait() })

      #expect(error.domain == SMErrorDomain)
      #expect(error.code == Int(SMErrorCoreDataSave.rawValue))
      let failures = try #require(error.userInfo[SMInsertedObjectFailures] as? [[String: Any]])
      let inner = failures.first?[SMFailedManagedObjectError] as? NSError
      #expect(inner?.domain == HTTPErrorDomain)
      #expect(inner?.code == 409)
      #expect(inner?.userInfo["error"] as? String == "Duplicate key for schema user: \"jack\"")
      let id = failures.first?[SMFailedManagedObjectID] as? NSManagedObjectID
      #expect(id?.uriRepresentation().pathComponents.suffix(2) == ["User", "pjack"])
    }

    @Test func `Debugging`() async {
      await ProcessSetting.storeLog.take()
      defer { ProcessSetting.storeLog.giveBack() }
      #expect(!SM_CORE_DATA_DEBUG)
      #expect(SM_MAX_LOG_LENGTH == 10_000)
    }

    @Test func `SDK Deprecations, v1.2.0 and v2.0.0`() throws {
      let store = try GuideApp().coreData()
      (DeprecatedStoreForms() as any StoreForms).run(store)
      #expect(
        (store.mainThreadContext.mergePolicy as? NSMergePolicy)?.mergeType
          == .overwriteMergePolicyType)
    }
  }

  /// Calls deprecated forms without a compiler warning, through a protocol.
  private protocol StoreForms {
    @MainActor func run(_ store: SMCoreDataStore)
  }

  private struct DeprecatedStoreForms: StoreForms {
    @available(*, deprecated)
    @MainActor func run(_ store: SMCoreDataStore) {
      #expect(store.managedObjectContext === store.contextForCurrentThread())
      store.setDefaultMergePolicy(
        NSOverwriteMergePolicy, applyToMainThreadContextAndParent: true)
    }
  }
#endif
