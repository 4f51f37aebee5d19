/// A StackMob contract with a signed request and a refusal.
enum SampleContract {
  static let text = #"""
    {"consumer": {"name": "sample"}, "provider": {"name": "stackmob"},
     "interactions": [
      {"type": "Synchronous/HTTP", "description": "a new object has dates",
       "comments": {"ghostlight": {"route": "Create", "absentFields": ["$.sm_owner"],
        "evidence": [{"kind": "guide", "source": "Create"}]}},
       "request": {"method": "POST", "path": "/todo", "headers": {
        "X-StackMob-API-Key": ["3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]},
        "body": {"content": {"title": "x"}, "contentType": "application/json"}},
       "response": {"status": 201, "body": {"content": {"title": "x", "createddate": 1},
        "contentType": "application/json"}, "matchingRules": {"body": {"$.createddate":
        {"combine": "AND", "matchers": [{"match": "integer"}]}}}}},
      {"type": "Synchronous/HTTP", "description": "whoever is logged in is answered",
       "comments": {"ghostlight": {"route": "Who am I",
        "evidence": [{"kind": "reference", "source": "A19.4"}]}},
       "providerStates": [{"name": "user exists", "params": {"username": "jack"}},
        {"name": "logged in", "params": {"username": "jack",
         "sign": {"method": "GET", "target": "/user/loggedInUser"}}}],
       "request": {"method": "GET", "path": "/user/loggedInUser", "headers": {
        "Host": ["api.stackmob.com"], "Authorization": ["MAC id=\"a\""],
        "X-StackMob-API-Key": ["3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]},
        "generators": {"header": {"Authorization": {"type": "ProviderState",
         "expression": "${authorization}", "dataType": "STRING"}}}},
       "response": {"status": 200, "body": {"content": {"username": "jack"},
        "contentType": "application/json"}}},
      {"type": "Synchronous/HTTP", "description": "a missing object is refused",
       "comments": {"ghostlight": {"fault": "read or update of a missing object"}},
       "providerStates": [{"name": "schema exists", "params": {"name": "todo"}},
        {"name": "signed with the private key", "params": {"method": "GET",
         "target": "/todo/1"}}],
       "request": {"method": "GET", "path": "/todo/1", "headers": {
        "Host": ["api.stackmob.com"], "Authorization": ["OAuth"]},
        "generators": {"header": {"Authorization": {"type": "ProviderState",
         "expression": "${authorization}"}}}},
       "response": {"status": 404, "body": {"content":
        {"error": "object instance does not exist"}, "contentType": "application/json"}}}
     ], "metadata": {"pactSpecification": {"version": "4.0"}}}
    """#
}
