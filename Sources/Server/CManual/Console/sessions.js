// The view of users and sessions: signing in as a user, and expiring or revoking tokens.
import { h, head } from './dom.js';
import { link } from './app.js';
import { tables } from './tables.js';

/** Shows the view. */
export function view(content, place) {
  content.append(head('Users and sessions'), h('p', { class: 'lead' },
    'Open a user to log in as them, or a session to let it expire, refresh it or revoke it. ', h('a', { href: link('time') }, 'The clock'), ' lets all of them expire.'));
  return tables(content, place, 'sessions', ({ group, actions }) => group.startsWith('Users') || actions.length > 0);
}
