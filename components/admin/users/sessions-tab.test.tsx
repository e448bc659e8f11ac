import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { UserSession } from '#lib/admin/users/read-user';
import { SessionsTab } from './sessions-tab';
import { ann, at } from './user-facts.fixture';

const user = ann;
const session: UserSession = {
  sid: 's1',
  authTime: at,
  lastSeenAt: at,
  endsAt: at,
  idp: 'local',
  remember: false,
  browser: null,
  address: null,
  clients: [],
};

it.each([
  ['does not show', 1234, true],
  ['shows', 1, false],
])('the sessions of a user say how many there are if the list %s them all', (_, total, isSaid) => {
  const body = renderToStaticMarkup(<SessionsTab user={user} sessions={[session]} total={total} />);
  expect(body.includes('Showing the latest 1 of 1,234 sessions')).toBe(isSaid);
  expect(body.includes('Showing the latest')).toBe(isSaid);
});
