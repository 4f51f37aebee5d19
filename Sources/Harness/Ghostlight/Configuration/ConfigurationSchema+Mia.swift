/// The collections of the section `mia`.
extension ConfigurationSchema {
  /// The members of `$defs` to which the section refers.
  ///
  /// A type in an array, such as `["string"]`, is for editors only: the reader ignores a value of
  /// another kind.
  static let miaDefinitions = #"""
    "miaCollection": {
      "type": "object", "required": ["name"], "additionalProperties": false,
      "properties": {
        "name": {"description": "The name in the database.", "type": "string", "minLength": 1},
        "endpointBasePath": {"description": "The path after /v2. Without it, the name.", "type": ["string"], "examples": ["/books"]},
        "type": {"enum": ["collection"]},
        "description": {"type": ["string"]},
        "defaultState": {"description": "The state of new documents.", "enum": ["PUBLIC", "DRAFT", "TRASH", "DELETED"], "default": "DRAFT"},
        "defaultSorting": {"description": "The order of lists in version 7: field name to 1 or -1.", "type": "object"},
        "fields": {"description": "The fields besides the standard ones.", "type": "array", "items": {"$ref": "#/$defs/miaField"}},
        "indexes": {"description": "The indexes.", "type": "array", "items": {"$ref": "#/$defs/miaIndex"}},
        "schema": {"description": "The JSON Schema of documents, in place of fields.", "type": "object"},
        "id": {"description": "Ignored."},
        "tags": {"description": "Ignored."},
        "documents": {"description": "The documents at the start.", "type": "array", "items": {"type": "object"}},
        "access": {"description": "The callers: all, those with the secret, or those who are signed in too.", "enum": ["public", "secreted", "login"], "default": "secreted"}
      }
    },
    "miaField": {
      "type": "object", "required": ["name", "type"], "additionalProperties": false,
      "properties": {
        "name": {"description": "The name of the field.", "type": "string", "minLength": 1},
        "type": {"description": "The type of the values.", "enum": ["ObjectId", "string", "number", "boolean", "Date", "GeoPoint", "RawObject", "Array"]},
        "required": {"description": "Whether every document must have the field.", "type": "boolean", "default": false},
        "nullable": {"description": "Whether the value may be null.", "type": "boolean", "default": false},
        "description": {"type": ["string"]},
        "items": {
          "description": "Array: the elements.", "type": ["object"], "additionalProperties": {},
          "properties": {
            "type": {"enum": ["string", "number", "RawObject", "ObjectId"]},
            "schema": {"description": "RawObject: the JSON Schema of the elements.", "type": ["object"]},
            "description": {"type": ["string"]}
          }
        },
        "schema": {"description": "RawObject: the JSON Schema of the value.", "type": ["object"]},
        "encryption": {"description": "Ignored."},
        "crypted": {"description": "Ignored."},
        "sensitivityValue": {"description": "Ignored."},
        "sensitivityDescription": {"description": "Ignored."},
        "primaryKey": {"description": "Ignored."},
        "castFunction": {"description": "Ignored."},
        "custom": {"description": "Ignored."},
        "enum": {"description": "Ignored in a field. In a schema: the values."},
        "pattern": {"description": "Ignored in a field. In a schema: the pattern of the values."},
        "example": {"description": "Ignored."},
        "additionalProperties": {"description": "Ignored in a field. In a schema: whether other members are permitted."},
        "__mia_configuration": {"description": "Ignored in a field. In a schema: the settings of a field."}
      }
    },
    "miaIndex": {
      "type": "object", "additionalProperties": false,
      "properties": {
        "name": {"description": "The name of the index.", "type": ["string"]},
        "type": {"enum": ["normal", "hash", "geo", "text"], "default": "normal"},
        "unique": {"description": "Whether no two documents may have the same values.", "type": ["boolean"], "default": false},
        "fields": {"description": "The fields: names, or objects with name and order.", "type": ["array"]},
        "field": {"description": "The only field.", "type": ["string"]},
        "partialFilterExpression": {"description": "The condition of a document in the index: an object, or a string of JSON.", "type": ["object", "string"]},
        "usePartialFilter": {"description": "Whether partialFilterExpression applies.", "type": ["boolean"], "default": false},
        "expireAfterSeconds": {"description": "The age in seconds at which documents are deleted.", "type": ["integer"]},
        "background": {"description": "Ignored."},
        "weights": {"description": "text: the weights of the fields.", "type": ["object"]},
        "defaultLanguage": {"description": "text: the language of the texts.", "type": ["string"]},
        "languageOverride": {"description": "text: the field that names a document's language.", "type": ["string"]}
      }
    }
    """#
}
