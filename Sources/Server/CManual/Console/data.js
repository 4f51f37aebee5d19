// The view of data: every backend's tables, with the vendor's own names.
import { h, head } from './dom.js';
import { tables } from './tables.js';

/** Shows the view. */
export function view(content, place) {
  content.append(head('Data'), h('p', { class: 'lead' }, 'What the emulators hold. Changes here are checked as provider states are.'));
  return tables(content, place, 'data', () => true);
}
