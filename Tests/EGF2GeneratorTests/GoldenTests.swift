import EGF2Generator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Models of a whole configuration` {
  @Test(arguments: OutputLanguage.allCases)
  func `the example's models equal the golden files`(_ language: OutputLanguage) throws {
    let models = try Fixture.example.generator().models(in: language)
    #expect(models.files.map(\.name) == ModelGenerator.fileNames(in: language))
    for file in models.files { #expect(try file.text == Fixture.golden(file.name)) }
  }

  @Test(arguments: Fixture.allCases, OutputLanguage.allCases)
  func `the same configuration always gives the same text`(
    _ fixture: Fixture, _ language: OutputLanguage
  ) throws {
    let first = try fixture.generator().models(in: language)
    #expect(try fixture.generator().models(in: language) == first)
    #expect(first.warnings == [])
  }

  @Test func `a small configuration gives graph, base class and type in Swift`() throws {
    let sample = Sample.item(
      """
      "title":{"type":"string","required":true,"edit_mode":"E"},
      "due_at":{"type":"date","edit_mode":"NE"}
      """)
    #expect(
      try sample.text() == #"""
        // Made by egf2gen from settings.json and config.json: what is changed here is lost.

        import EGF2
        import Foundation

        /// The graph of this app.
        let Graph: EGF2Graph = {
            let graph = EGF2Graph(name: "app")!
            graph.serverURL = URL(string: "https://h/v1/")
            graph.maxPageSize = 50
            graph.defaultPageSize = 25
            graph.isObjectPaginationMode = false
            graph.idsWithModelTypes = [
                "20": Item.self,
            ]
            return graph
        }()

        /// What all objects of the graph have.
        class GraphObject: NSObject, EGF2GraphModel {
            var id: String?

            required override init() { super.init() }

            class var graphObjectType: String { return "" }

            class var graphFields: [EGF2Field] {
                return [
                    .string("id", \GraphObject.id),
                ]
            }

            func editableFields() -> [String] { return [] }

            func requiredFields() -> [String] { return ["id"] }
        }

        /// Objects of type `item`, whose ids end in `-20`.
        class Item: GraphObject {
            var title: String?
            var dueAt: Foundation.Date?

            override class var graphObjectType: String { return "item" }

            override class var graphFields: [EGF2Field] {
                return super.graphFields + [
                    .string("title", \Item.title),
                    .date("dueAt", json: "due_at", \Item.dueAt),
                ]
            }

            override func editableFields() -> [String] { return super.editableFields() + ["title"] }

            override func requiredFields() -> [String] { return super.requiredFields() + ["title"] }
        }

        """#)
  }

  @Test func `a small configuration gives graph, base class and type in Objective-C`() throws {
    let sample = Sample.item(
      #""title":{"type":"string","edit_mode":"E"},"is_open":{"type":"boolean","default":true}"#)
    #expect(
      try sample.text("EGF2.h") == """
        // Made by egf2gen from settings.json and config.json: what is changed here is lost.

        @import Foundation;
        @import EGF2;

        @class GraphObject;
        @class Item;

        @interface Graph : NSObject

        + (EGF2Graph *)shared;

        @end

        @interface GraphObject : NSObject

        @property (strong, nonatomic) NSString *id;

        - (NSArray <NSString *> *)requiredFields;
        - (NSArray <NSString *> *)editableFields;
        - (NSDictionary <NSString *, Class> *)listPropertiesInfo;

        @end

        @interface Item : GraphObject

        @property (strong, nonatomic) NSString *title;
        @property (assign, nonatomic) BOOL isOpen;

        @end

        """)
    let implementation = try sample.text("EGF2.m")
    #expect(
      implementation.hasSuffix(
        """
        @implementation Item

        - (instancetype)init {
            self = [super init];
            if (self) {
                _isOpen = YES;
            }
            return self;
        }

        - (NSArray <NSString *> *)editableFields {
            return [[super editableFields] arrayByAddingObjectsFromArray:@[@"title"]];
        }

        @end

        """))
  }
}
