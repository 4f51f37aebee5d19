import java.net.*;
import java.net.http.*;

/** A session with each emulator by the vendors' own hosts, by Java's two clients. */
public class Session {
  static final HttpClient client = HttpClient.newHttpClient();

  static String send(String method, String url, String field, String value, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
    if (field != null) request.header(field, value);
    var publisher = body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    var response = client.send(request.method(method, publisher).build(), HttpResponse.BodyHandlers.ofString());
    return response.statusCode() + " " + response.body();
  }

  static String member(String name, String text) {
    var matcher = java.util.regex.Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  static void expect(String name, boolean isTrue) {
    System.out.println((isTrue ? "holds: " : "FAILS: ") + "Java, " + name);
    if (!isTrue) System.exit(1);
  }

  public static void main(String[] arguments) throws Exception {
    var keys = System.getenv();
    var created = send("POST", "https://api.stackmob.com/todo", "X-StackMob-API-Key", keys.get("STACKMOB_PUBLIC_KEY"), "{\"title\":\"Java\"}");
    var connection = (HttpURLConnection) new URL("https://api.stackmob.com/todo/" + member("todo_id", created)).openConnection();
    connection.setRequestProperty("X-StackMob-API-Key", keys.get("STACKMOB_PUBLIC_KEY"));
    expect("StackMob", created.startsWith("201 ") && connection.getResponseCode() == 200);
    var book = send("POST", "https://baas.example.com/books", "secret", keys.get("MIA_SECRET"), "{\"title\":\"Java\"}");
    expect("Mia", member("title", book).equals("Java"));
    var registered = send("POST", "https://graph.example.com/v1/register", null, null,
        "{\"first_name\":\"Ada\",\"last_name\":\"Lovelace\",\"date_of_birth\":\"1815-12-10\",\"email\":\"java@example.com\",\"password\":\"engine1843\"}");
    expect("EGF2", registered.startsWith("200 "));
    var exchange = send("POST", "https://tokens.appcenter.ms/v0.1/data/tokens", "App-Secret", keys.get("APPCENTER_APP_SECRET"), "{\"partitions\":[\"readonly\"]}");
    expect("App Center", member("dbAccount", exchange).equals("emulator"));
    var request = HttpRequest.newBuilder(URI.create("https://emulator.documents.azure.com/dbs/mbaas/colls/appcenter/docs"))
        .header("Authorization", URLEncoder.encode(member("token", exchange), "UTF-8")).header("x-ms-version", "2018-06-18")
        .header("x-ms-date", "Thu, 01 Jan 2026 00:00:00 GMT").header("x-ms-documentdb-partitionkey", "[\"readonly\"]");
    var listed = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    expect("Cosmos DB", listed.statusCode() == 200);
  }
}
