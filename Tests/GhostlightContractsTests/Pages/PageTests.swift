import GhostlightContracts
import Testing

@Suite struct `Pages of contracts` {
  @Test func `a page lists the promises, their evidence and the gaps in coverage`() {
    let page = ContractPages(
      [ContractFile("notes.json", Notes.pact)], catalogues: [Notes.catalogue])
    let expected = #"""
      # Contracts

      3 promises in 1 file.

      ## <a id="contracts"></a>Contracts

      | contract | promises | used by SDKs | without outside evidence |
      | --- | --- | --- | --- |
      | notes/notes | 3 | 0 | 1 |

      - Coverage of notes

      # app at notes

      `notes.json`

      ### <a id="p0"></a>a new note is answered

      - `POST /notes {"title":"x"}` → `201 {"title":"x","id":"5","made":1}`
      - response `$.id`: a text that matches ^\[0-9\]+$
      - response `$.made`: a whole number
      - served by `Notes`
      - without the fields `$.secret`
      - without further fields at `$`
      - without the header fields `Set-Cookie`
      - within 60000 ms
      - because of guide Notes, vendor's source Notes.m

      ### <a id="p1"></a>a note is read

      - given a note `{"title":"hello"}`
      - `GET /notes/1` → `200 {"title":"hi"}`
      - response `$`: the same kind
      - because of protocol reference N1 – no outside evidence

      ### <a id="p2"></a>a missing note is refused

      - `GET /notes/9` → `404 {"error":"x"}`
      - response `$.error`: the same kind
      - refused by `missing`
      - no evidence given

      # Coverage of notes

      1 of 2 routes, 1 of 2 refusals.

      | evidence | interactions | share |
      | --- | --- | --- |
      | guide | 1 | 33 % |
      | vendor's source | 1 | 33 % |
      | vendor's suite | 0 | 0 % |
      | recording | 0 | 0 % |
      | documentation | 0 | 0 % |
      | protocol reference | 1 | 33 % |
      | decision | 0 | 0 % |
      | none | 1 |  |

      ## Routes

      | row | contracts |
      | --- | --- |
      | POST /notes – Notes | 1 |
      | GET /notes/{id} – Read | **none** |

      ## Refusals

      | row | contracts |
      | --- | --- |
      | missing | 1 |
      | full | **none** |

      """#
    #expect(page.markdown == expected)
  }

  @Test func `a page lists names that the provider does not have`() {
    var pact = Notes.pact
    pact.interactions[0].notes.route = "Nothing"
    pact.interactions[2].notes.fault = "nobody"
    let coverage = ContractCoverage([ContractFile("n", pact)], catalogue: Notes.catalogue)
    #expect(coverage.unknown == ["route: Nothing", "fault: nobody"])
    #expect(coverage.unfounded == ["a missing note is refused"])
    let page = ContractPages([ContractFile("n", pact)], catalogues: [Notes.catalogue])
    #expect(
      page.markdown.contains("## Unknown names\n\n- route: Nothing\n- fault: nobody\n"))
  }
}
