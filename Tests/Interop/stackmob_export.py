"""Writes an export like StackMob's, or reads an export from an emulator that serves it.

    python3 Tests/Interop/stackmob_export.py make FOLDER [COUNT]
    ghostlight exec --config FOLDER/ghostlight.json -- python3 Tests/Interop/stackmob_export.py check FOLDER
    python3 Tests/Interop/stackmob_export.py damaged BINARY FOLDER [COUNT]

`make` writes 9339.zip and a ghostlight.json: ten schemas, 100,000 objects or COUNT, users, geopoints, relationships.
`check` reads every page of every schema, gets the schemas from listapi as the importer of 2014 did, compares each
object with the file, and logs a user in.
`damaged` writes exports in each form with one damaged row in a hundred, starts the binary with each, and checks the reported rows, the time, and
that the whole process needs less than three times the memory of the files.
"""
import csv
import io
import json
import os
import re
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import zipfile

SCHEMAS = ["user"] + [f"kind{number}" for number in range(1, 10)]


def objects(schema, count):
    for number in range(count):
        common = {"createddate": 1371040000000 + number, "lastmoddate": 1371050000000 + number}
        if schema == "user":
            yield {"_id": f"user{number}", **common, "sm_owner": f"user/user{number}", "age": number % 90,
                   "friends": [f"user{(number + 1) % count}"]}
        else:
            yield {"_id": f"{schema}-{number:06}", **common, "sm_owner": f"user/user{number}",
                   "title": f"Nº {number} \"{{quoted}}\" ", "number": number, "ratio": number + 0.5,
                   "done": number % 2 == 0, "tags": ["a", "b"], "maker": f"user{number}",
                   "place": {"lat": number % 90 + 0.25, "lon": -(number % 180) - 0.5}}


def make(folder, total):
    count = total // len(SCHEMAS)
    with zipfile.ZipFile(f"{folder}/9339.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for schema in SCHEMAS:
            text = "\n".join(json.dumps(value) for value in objects(schema, count))
            archive.writestr(f"9339/{schema}.json", text)
    schemas = [{"name": "user", "user": True, "fields": {"friends": "relationships[user]"}}] + [
        {"name": schema, "fields": {"maker": "relationship[user]"}} for schema in SCHEMAS[1:]]
    with open(f"{folder}/ghostlight.json", "w") as file:
        json.dump({"stackmob": {"export": {"path": "9339.zip", "password": "12345"}, "schemas": schemas}}, file)


def call(path, headers=None, data=None):
    request = urllib.request.Request(os.environ["GHOSTLIGHT_STACKMOB_URL"] + path, data=data, headers={
        "X-StackMob-API-Key": os.environ["STACKMOB_PUBLIC_KEY"], **(headers or {})})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as response:
        return json.load(response)


def check(folder):
    listing = call("/listapi")
    seen = 0
    archive = zipfile.ZipFile(f"{folder}/9339.zip")
    for name in archive.namelist():
        schema = name[name.rindex("/") + 1:-5]
        # This is exactly the importer's code.
        rows = json.loads("[" + re.sub(r"}\s{", "}, {", archive.read(name).decode()) + "]")
        properties = listing[schema]["properties"]
        key = next(entry["title"] for entry in properties.values() if "identity" in entry)
        for field in rows[0]:
            if field != "_id":
                entry = properties[field]
                assert entry["title"] == field and "type" in entry, (schema, field, entry)
        if schema != "user":
            assert "lat" in properties["place"]["properties"] and properties["maker"]["$ref"] == "user"
            assert properties["tags"]["items"]["type"] == "string"
        expected = {row["_id"]: {**{k: v for k, v in row.items() if k != "_id"}, key: row["_id"]} for row in rows}
        found = {}
        for start in range(0, len(rows), 1000):
            page = call(f"/{schema}", {"Range": f"objects={start}-{start + 999}", "X-StackMob-OrderBy": f"{key}:asc"})
            found.update((value[key], value) for value in page)
        assert found == expected, next((found.get(id), value) for id, value in expected.items() if found.get(id) != value)
        seen += len(found)
    form = urllib.parse.urlencode({"username": "user7", "password": "12345", "token_type": "mac"}).encode()
    assert call("/user/accessToken", {"Content-Type": "application/x-www-form-urlencoded"}, form)["access_token"]
    print(f"holds: StackMob's export, {seen} objects of {len(archive.namelist())} schemas")


def text_of(schema, count, form):
    """A file of the export, in which each hundredth row is damaged."""
    rows = list(objects(schema, count))
    if form == "csv":
        file = io.StringIO()
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0])
        lines = [[json.dumps(value) if isinstance(value, (list, dict, bool)) else value for value in row.values()] for row in rows]
        for number, line in enumerate(lines):
            writer.writerow(line[:-1] if number % 100 == 99 else line)
        return file.getvalue()
    lines = []
    for number, row in enumerate(rows):
        if form == "oid" and schema != "user":
            row["_id"] = {"$oid": f"{number:024x}"}
            row["createddate"] = {"$date": row["createddate"]}
            row["lastmoddate"] = {"$numberLong": str(row["lastmoddate"])}
        line = json.dumps(row)
        lines.append(line[:len(line) // 2] if number % 100 == 99 else line)
    return "\n".join(lines)


def damaged(binary, folder, total):
    count = total // len(SCHEMAS)
    # A CSV file has the names of the fields only once, but objects are stored as JSON: their size as JSON counts.
    plain = sum(len(text_of(schema, count, "json").encode()) for schema in SCHEMAS)
    for form, suffix in (("json", "json"), ("oid", "json"), ("csv", "csv")):
        size = 0
        os.makedirs(f"{folder}/{form}", exist_ok=True)
        with zipfile.ZipFile(f"{folder}/{form}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for schema in SCHEMAS:
                text = text_of(schema, count, form).encode()
                size += len(text)
                archive.writestr(f"9339/{schema}.{suffix}", text)
                with open(f"{folder}/{form}/{schema}.{suffix}", "wb") as file:
                    file.write(text)
        for path in (form, f"{form}.zip"):
            with open(f"{folder}/ghostlight.json", "w") as file:
                json.dump({"stackmob": {"export": {"path": path, "version": "production"}}}, file)
            start = time.monotonic()
            child = subprocess.Popen([binary, "exec", "--config", f"{folder}/ghostlight.json", "--", "true"], stderr=subprocess.PIPE, text=True)
            lines = child.stderr.read().splitlines()
            _, status, usage = os.wait4(child.pid, 0)
            seconds, memory = time.monotonic() - start, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
            bad = count // 100 * len(SCHEMAS)
            expected = f"ghostlight: left out {bad} rows of the export; the first 20 are listed. Correct them in the files, or go on without them"
            listed = [line for line in lines if f".{suffix}:" in line]
            assert status == 0 and lines[-1] == expected and len(listed) == 20, lines[-30:]
            print(f"{path}: {size / 1e6:.1f} MB, {seconds:.1f} s, {memory / 1e6:.1f} MB of memory, {memory / size:.2f} times the files")
            assert memory < 3 * max(size, plain) and seconds < 20


if sys.argv[1] == "damaged":
    damaged(sys.argv[2], sys.argv[3], int(sys.argv[4]) if len(sys.argv) > 4 else 100_000)
elif sys.argv[1] == "make":
    make(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 100_000)
else:
    check(sys.argv[2])
