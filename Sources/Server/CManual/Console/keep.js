// Saves requests as a recording, or as a contract with the rules that were inferred for it.
import { amount, count, dialog, field, foreign, h, save } from './dom.js';
import { call, text } from './api.js';

/** Numbers as the control API lists them: `3,5,7-9`. */
function listed(numbers) {
  if (!numbers) return null;
  const ranges = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] >= number - 1) last[1] = number; else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
}

/** Saves requests as a HAR file, secrets redacted; all of them where there are no numbers. */
export async function keepRecording(name, numbers, emulator) {
  save(`${name}.har`, await text('GET', 'recording', { query: { numbers: listed(numbers), emulator } }));
}

/** Shows what a contract of requests would promise, and saves it as a Pact file. */
export function keepContract(numbers, emulator) {
  return keepDraft((consumer) => call('GET', 'contracts/draft', { query: { numbers: listed(numbers), emulator, consumer } }));
}

/** The same for a contract that a function makes for a consumer. */
export async function keepDraft(draft) {
  const consumer = h('input', { value: 'app', required: true, autocomplete: 'off', spellcheck: 'false' });
  const it = await draft('app');
  const answer = await dialog('Save a contract', [
    h('p', null, amount(it.interactions.length, 'interaction'), ` of ${it.provider}; equal requests are one interaction.`),
    field('Consumer', consumer, 'The name of your app'),
    h('details', null, h('summary', null, 'Interactions'), h('ul', null, it.interactions.slice(0, 200).map(({ description, numbers: own }) =>
      h('li', null, foreign(description, 200), h('span', { class: 'muted' }, ` (${amount(own.length, 'request')})`))))),
    h('details', null, h('summary', null, it.inferred.length ? `Inferred rules: ${count(it.inferred.length)}` : 'No rules were inferred'),
      h('ul', null, it.inferred.slice(0, 200).map(({ interaction, place, rule, reason }) =>
        h('li', null, h('code', null, foreign(place, 120)), ': ', foreign(rule, 120), h('span', { class: 'muted' }, ` – it ${reason}; `, foreign(interaction, 120)))))),
    it.leftOut.length ? h('p', { class: 'hint' }, `Left out, because a fault plan was applied or the body was streamed: ${it.leftOut.slice(0, 20).join(', ')}`) : null,
    h('p', { class: 'hint' }, 'Add the provider states that the interactions need: as providerStates in the file, or with ghostlight recordings promote --given and a HAR file. Then run ghostlight verify FILE.'),
  ], ['', 'Cancel', null], ['save', 'Save', 'primary']);
  if (answer !== 'save') return;
  const name = consumer.value.trim() || 'app';
  const made = name === 'app' ? it : await draft(name);
  save(`${name.replaceAll(/[^\w.-]+/g, '-')}-${made.provider}.json`, made.text);
}
