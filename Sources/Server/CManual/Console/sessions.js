// The view of users and sessions: signing in as a user, and expiring or revoking tokens.
import { h, head } from './dom.js';
import { link } from './app.js';
import { tables } from './tables.js';

/** Shows the view. */
export function view(content, place) {
  content.append(head('Users and sessions'), h('p', { class: 'lead' },
    'Open a user to log in as them, or a session to expire, refresh or revoke it. To expire all sessions, move ', h('a', { href: link('time') }, 'the clock'), '.'));
  return tables(content, place, 'sessions', ({ group, actions }) => group.startsWith('Users') || actions.length > 0);
}
