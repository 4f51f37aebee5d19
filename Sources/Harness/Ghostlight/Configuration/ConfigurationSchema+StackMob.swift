/// The section `stackmob`.
extension ConfigurationSchema {
  /// The schema of the section.
  static let stackMob = #"""
    {
      "description": "A StackMob app.",
      "type": "object", "additionalProperties": false,
      "properties": {
        "export": {
          "description": "The data that StackMob exported for its customers, as JSON or CSV: a ZIP file or a folder, or several of them. Rows that cannot be stored are left out and listed. to define relationships, and the usernameField of a user schema, use the member schemas.",
          "anyOf": [
            {"$ref": "#/$defs/export"},
            {"type": "array", "items": {"$ref": "#/$defs/export"}}
          ]
        },
        "developmentKeys": {"description": "The keys of version 0, which is development.", "$ref": "#/$defs/keys"},
        "productionKeys": {"description": "The keys of version 1 and above, which is production. An app from a store has these keys.", "$ref": "#/$defs/keys"},
        "tokenLifetimeSeconds": {"description": "The number of seconds for which an access token is valid.", "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 3600},
        "inferSchemas": {"description": "Infer schemas and fields in production too, and serve versions that are not deployed.", "type": "boolean", "default": false},
        "strict": {"description": "Refuse clocks that differ by more than 300 s, and nonces that were used.", "type": "boolean", "default": false},
        "loginKeepsAccessTokens": {"description": "Keep the earlier access tokens of a user valid after a new login, until they expire.", "type": "boolean", "default": false},
        "pageLimit": {"description": "The maximum number of objects in the response to a query. Without it, there is no limit.", "type": "integer", "minimum": 1, "maximum": 1000000},
        "httpPorts": {"description": "Further ports that the signature of an https request may contain. Port 80 is always accepted.", "type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 65535}},
        "allowedOrigins": {"description": "The web pages that may use the app, such as https://shop.example.com, or null for pages of files; * for all. Without it, pages of this machine, of the vendor's own hosts and of allowHosts.", "type": "array", "items": {"type": "string"}},
        "infersBinary": {"description": "Make an unknown field binary if it gets a file.", "type": "boolean", "default": true},
        "binaryURLPrefix": {"description": "The start of the URLs of files, instead of the emulator's own address.", "type": "string", "examples": ["http://s3.amazonaws.com"]},
        "binaryBucket": {"description": "The bucket in the URLs of files, for all versions. Without it, ghostlight-development in version 0 and ghostlight-production in others.", "type": "string", "minLength": 1, "examples": ["test-stackmob"]},
        "static": {"description": "The folder with the files of HTML5 apps, for all hosts below stackmobapp.com and for static.stackmob.com.", "type": "string", "minLength": 1, "examples": ["html"]},
        "refusedSocialTokenPrefix": {"description": "The prefix of tokens that the emulated social networks refuse.", "type": "string", "default": "invalid"},
        "onlyKnownSocialTokens": {"description": "Accept only the tokens of socialTokens.", "type": "boolean", "default": false},
        "schemas": {
          "description": "The schemas at the start, which StackMob's dashboard had. Without them, schemas are inferred from the objects.",
          "type": "array",
          "items": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": {
              "name": {"description": "The name of the schema, in lower case.", "type": "string", "pattern": "^[a-z0-9_]+$"},
              "fields": {
                "description": "Field name to type: string, integer, float, boolean, array[string], geopoint, binary, forgotpassword, relationship[schema], relationships[schema].",
                "type": "object", "additionalProperties": {"type": "string"}
              },
              "user": {"description": "Whether the objects are users, who can log in.", "type": "boolean", "default": false},
              "usernameField": {"description": "The field with the name of the user, which is the primary key.", "type": "string", "default": "username"},
              "passwordField": {"description": "The field with the password, which no response contains.", "type": "string", "default": "password"},
              "version": {"$ref": "#/$defs/version"},
              "permissions": {
                "description": "Verb to level: open, loggedIn, owner, relationship[field], ownerRelationship[field], role[name], privateKey, notAllowed.",
                "type": "object", "propertyNames": {"enum": ["create", "read", "update", "delete"]},
                "additionalProperties": {"type": "string"}
              }
            }
          }
        },
        "roles": {
          "description": "The roles of users, which permissions can require as role[name].",
          "type": "array",
          "items": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": {
              "name": {"description": "The name of the role.", "type": "string"},
              "members": {"description": "The names of the users who have the role.", "type": "array", "items": {"type": "string"}},
              "schema": {"description": "The user schema of the members.", "type": "string", "default": "user"},
              "version": {"$ref": "#/$defs/version"}
            }
          }
        },
        "customCode": {
          "description": "Methods of custom code: each is a fixture, a template, a response as json, text or base64, or a program to which calls are forwarded.",
          "type": "array",
          "items": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": {
              "name": {"description": "The name of the method, which is its path.", "type": "string"},
              "fixture": {"description": "The name of a template.", "enum": ["greeting", "verb", "user", "params"]},
              "template": {"description": "The response, in which {{method}}, {{user}}, {{query.x}}, {{body.x}}, {{headers.x}} and others stand for parts of the call."},
              "json": {"description": "The response as JSON."},
              "text": {"description": "The response as text.", "type": "string"},
              "base64": {"description": "The bytes of the response.", "type": "string"},
              "forward": {"description": "The URL of a program that responds to the calls, http or https, without user, query and fragment.", "type": "string", "examples": ["http://127.0.0.1:9000/hello"]},
              "timeoutSeconds": {"description": "forward: the number of seconds in which the program must respond.", "type": "integer", "minimum": 1, "maximum": 600, "default": 25},
              "status": {"description": "The status of the response.", "type": "integer", "minimum": 200, "maximum": 599, "default": 200},
              "contentType": {"description": "The content type of the response. Without it, the type of json, text or base64.", "type": "string"},
              "headers": {"description": "Further header fields of the response, by name.", "type": "object", "additionalProperties": {"type": "string"}},
              "startSeconds": {"description": "The number of seconds after the first call in which calls get 503.", "type": "integer", "minimum": 0, "default": 0},
              "startingCalls": {"description": "The number of first calls that get 503.", "type": "integer", "minimum": 0, "default": 0},
              "version": {"$ref": "#/$defs/version"}
            }
          }
        },
        "socialTokens": {
          "description": "Tokens that a social network accepts.",
          "type": "array",
          "items": {
            "type": "object", "required": ["network", "token"], "additionalProperties": false,
            "properties": {
              "network": {"description": "The social network.", "enum": ["facebook", "twitter", "gigya"]},
              "token": {"description": "The token that the app sends: fb_at, tw_tk or gigya_uid.", "type": "string"},
              "account": {"description": "The id of the account to which the token belongs. Without it, the token itself.", "type": "string"},
              "info": {"description": "The information about the account, as the social network returns it.", "type": "object"},
              "version": {"$ref": "#/$defs/version"}
            }
          }
        },
        "objects": {
          "description": "The objects at the start, by schema, as a client would send them.",
          "type": "object",
          "properties": {"version": {"$ref": "#/$defs/dataVersion"}},
          "additionalProperties": {"description": "The objects of the schema with this name.", "type": "array", "items": {"type": "object"}}
        },
        "deployedVersions": {"description": "The production versions that the emulator serves. Each one has the schemas of version 0. Versions for which data are loaded are served too.", "type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 1000000}}
      }
    }
    """#

  /// The members of `$defs` to which the section refers.
  static let stackMobDefinitions = #"""
    "version": {"description": "The API version that has it: 0 is development, 1 and above is production.", "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0},
    "dataVersion": {
      "description": "The API versions for which the data are loaded: a number, of which 0 is development; production for all versions from 1 on; all for both.",
      "anyOf": [{"type": "integer", "minimum": 0, "maximum": 1000000}, {"enum": ["production", "all"]}], "default": 0
    },
    "export": {
      "description": "The path of a ZIP file or a folder, or an object with it.",
      "anyOf": [
        {"type": "string", "examples": ["9339.zip"]},
        {
          "type": "object", "required": ["path"], "additionalProperties": false,
          "properties": {
            "path": {"description": "The path of the ZIP file or the folder.", "type": "string"},
            "password": {"description": "The password of all users. An export does not contain passwords, so without it they cannot log in.", "type": "string"},
            "version": {"$ref": "#/$defs/dataVersion"}
          }
        }
      ]
    },
    "keys": {
      "type": "object", "additionalProperties": false, "required": ["publicKey", "privateKey"],
      "properties": {
        "publicKey": {"description": "The key that the app sends in each request.", "type": "string"},
        "privateKey": {"description": "The key that signs requests with OAuth 1.", "type": "string"}
      }
    }
    """#
}
