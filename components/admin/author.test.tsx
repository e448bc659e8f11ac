import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminContext } from '#lib/admin/admin-context';
import { saveEntries } from '#lib/admin/configuration/save-entries';
import { findActorPaths } from '#lib/admin/find-actor-paths';
import { readHistoryPage, readRevision } from '#lib/admin/history/read';
import { firstPage } from '#lib/admin/list/list-query';
import { startTrace } from '#lib/admin/traces/change-trace';
import { readTrace, readTraces } from '#lib/admin/traces/read';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { HistoryView, RevisionView } from '#views/admin/history/view';
import { TracesView, TraceView } from '#views/admin/traces/view';

const spa = { token_endpoint_auth_method: 'none', redirect_uris: ['https://rp.test/cb'] };
let area: TestAdmin;
let bob: string;

beforeAll(async () => {
  area = await createTestAdmin({
    clients: [
      { ...spa, client_id: 'shop' },
      { ...spa, client_id: 'tv' },
      { ...spa, client_id: 'deployer' },
    ],
    users: [{ username: 'bob' }, { username: 'gone' }],
  });
  const { db } = await area.admin();
  const subOf = async (username: string) =>
    (await db.user.findFirstOrThrow({ where: { username }, select: { sub: true } })).sub;
  bob = await subOf('bob');
  const gone = await subOf('gone');
  const people = [
    { sub: bob, name: 'bob' },
    { sub: gone, name: 'gone' },
    { sub: null, name: 'deployer' },
  ];
  for (const [index, person] of people.entries()) {
    const own = await area.admin();
    const admin: AdminContext = { ...own, principal: { ...own.principal, ...person } };
    const entry = { ...spa, client_id: 'shop', client_name: `Name ${index}` };
    await saveEntries(admin, [{ section: 'clients', key: 'shop', entry }]);
    await startTrace(admin, ['shop', 'tv', 'deployer'][index] ?? '');
  }
  await db.user.delete({ where: { sub: gone }, select: { sub: true } });
});
afterAll(() => area.close());

/** The links to people and clients in a page, and its text. */
function told(html: string) {
  const links = [...html.matchAll(/href="(\/admin\/(?:users|clients)\/[^"]+)"/g)].map(([, href]) => href);
  return { links: [...new Set(links)].toSorted(), text: html.replace(/<[^>]+>/g, ' ') };
}

it('the history names who made each revision, without their ID, and links to those who still exist', async () => {
  const admin = await area.admin();
  const page = await readHistoryPage(admin, firstPage);
  const actors = page.lines.map(({ actor }) => actor);
  const authors = await findActorPaths(admin, actors);
  const address = { path: '/admin/history', query: {} };
  const { links, text } = told(
    renderToStaticMarkup(<HistoryView address={address} page={page} authors={authors} mayUndo={false} />),
  );
  expect(links).toEqual(['/admin/clients/deployer', `/admin/users/${bob}`]);
  for (const name of ['bob', 'gone', 'deployer']) expect(text).toContain(name);
  expect(text).not.toContain(bob);
});

it('the history names the source where nobody made a revision, because narrow windows have no column for it', async () => {
  const admin = await area.admin();
  const page = await readHistoryPage(admin, firstPage);
  const lines = page.lines.map((line) => ({
    ...line,
    actor: { kind: 'start', id: null, name: null },
    source: 'start',
  }));
  const address = { path: '/admin/history', query: {} };
  const view = {
    address,
    page: { ...page, lines: lines.slice(0, 1) },
    authors: new Map<string, string>(),
    mayUndo: false,
  };
  const { text } = told(renderToStaticMarkup(<HistoryView {...view} />));
  expect(text.split('Server start')).toHaveLength(3);
});

it.each([
  ['bob', true],
  ['gone', false],
])('a revision names who made it: %s', async (name, isThere) => {
  const admin = await area.admin();
  const { lines } = await readHistoryPage(admin, firstPage);
  const { number } = lines.find(({ actor }) => actor.name === name) ?? { number: 0 };
  const { revision, changes } = await readRevision(admin, number);
  const authors = await findActorPaths(admin, [revision.actor]);
  const view = { revision, authors, changes, page: 1, pages: 1, mayUndo: false, mayRestore: false };
  const { links, text } = told(renderToStaticMarkup(<RevisionView {...view} />));
  expect(links).toEqual(isThere ? [`/admin/users/${bob}`] : []);
  expect(text).toContain(name);
});

it('the list of live traces names who started each', async () => {
  const admin = await area.admin();
  const traces = await readTraces(admin);
  const actors = await findActorPaths(
    admin,
    traces.map(({ actor }) => actor),
  );
  const view = { traces, actors, typed: null, client: null, fewClients: [], mayStart: false };
  const { links, text } = told(renderToStaticMarkup(<TracesView {...view} />));
  expect(links).toEqual(['/admin/clients/deployer', `/admin/users/${bob}`]);
  for (const told of ['bob', 'gone', 'deployer']) expect(text).toContain(told);
});

it('a trace names its client and who started it', async () => {
  const admin = await area.admin();
  const line = (await readTraces(admin)).find(({ clientId }) => clientId === 'shop');
  const { trace, signIns } = await readTrace(admin, line?.id ?? '');
  const actors = await findActorPaths(admin, [trace.actor]);
  const view = { trace, actors, signIns, mayStop: false };
  const { links } = told(renderToStaticMarkup(<TraceView {...view} />));
  expect(links).toEqual(['/admin/clients/shop', `/admin/users/${bob}`]);
});
