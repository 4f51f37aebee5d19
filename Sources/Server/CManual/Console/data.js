// The view of data: every backend's tables, with the vendor's own names.
import { h, head } from './dom.js';
import { tables } from './tables.js';

/** Shows the view. */
export function view(content, place) {
  content.append(head('Data'), h('p', { class: 'lead' }, 'The data of the emulators. What you change here is checked like a provider state.'));
  return tables(content, place, 'data', () => true);
}
