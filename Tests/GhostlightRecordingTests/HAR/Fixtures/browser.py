"""The traffic of chromium.har: python browser.py http://127.0.0.1:4701 chromium.har"""
import sys

from playwright.sync_api import sync_playwright

base, file = sys.argv[1:]
script = """async () => {
  const key = { 'X-StackMob-API-Key': '3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13' }
  const json = { ...key, 'Content-Type': 'application/json' }
  const send = async (method, path, body, headers = json) => {
    try { await (await fetch(path, { method, body, headers })).text() } catch {}
  }
  await send('POST', '/user', '{"username":"jill","password":"secret"}')
  await send('POST', '/user/accessToken', new URLSearchParams({ username: 'jill', password: 'secret' }), key)
  await send('POST', '/note', '{"title":"Grüße 👋","note_id":"n2"}')
  await send('GET', '/note?title=Gr%C3%BC%C3%9Fe%20👋&x[ne]=a+b', undefined, key)
  await send('PUT', '/note/n2', '{"title":"x"}')
  await send('POST', '/note', new Uint8Array([255, 254, 0, 128, 123, 125]), key)
  const form = new FormData()
  form.append('title', 'Grüße')
  form.append('file', new Blob(['abc'], { type: 'text/plain' }), 'a.txt')
  await send('POST', '/note', form, key)
  await send('DELETE', '/note/n2', undefined, key)
  await send('GET', '/broken', undefined, key)
}"""
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(record_har_path=file, record_har_content="embed")
    page = context.new_page()
    page.goto(base + "/")
    page.evaluate(script)
    context.close()
    browser.close()
