import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '#lib/admin/audit/read';
import { readUserPageQuery } from '#lib/admin/users/read-list';
import { EventView } from '#views/admin/audit/view';
import { UserListView } from '#views/admin/users/views/list';
import { Facts } from '../ui/table';
import { AuditTable } from './audit-table';
import { DifferenceTable } from './difference-table';
import { PageHeader } from './page-header';

const at = new Date('2026-01-01T12:00:00Z');
/** A name in an old row, from before such characters were refused. */
const deceiving = 'nimda\u202e\u00ad\u{e0041}';
const shown = '<bdi>nimda   </bdi>';
const hidden = /[\u202e\u00ad\u{e0041}]/u;

const entry: AuditEntry = {
  id: '01',
  at,
  type: 'user.updated',
  outcome: 'success',
  actorKind: 'user',
  actorId: 'sub-a',
  actorName: deceiving,
  targetKind: 'user',
  targetId: 'sub-b',
  targetName: 'שרה',
  clientId: 'web',
  clientName: deceiving,
  address: '192.0.2.1',
  requestId: null,
  details: { before: { name: deceiving }, after: { name: 'Alice' }, reason: deceiving },
};

describe('names in the administration (security #126)', () => {
  it('are isolated in the audit log, without invisible characters', () => {
    const page = renderToStaticMarkup(<AuditTable events={[entry]} />);
    expect(page.split(shown)).toHaveLength(3);
    expect(page.split('<bdi>שרה</bdi>')).toHaveLength(2);
    expect(page).not.toMatch(hidden);
  });

  it('are isolated beside a sentence that does not name them', () => {
    const page = renderToStaticMarkup(<AuditTable events={[{ ...entry, type: 'audit.purged' }]} />);
    expect(page).toContain(`Actor: ${shown}`);
    expect(page).toContain('Object: <bdi>שרה</bdi>');
    expect(page.match(/<a /g)).toHaveLength(1);
  });

  it('are isolated on the page of an event, and escaped in its JSON', () => {
    const page = renderToStaticMarkup(<EventView entry={entry} related={[]} />);
    expect(page.split(shown)).toHaveLength(6);
    expect(page.split('<bdi>שרה</bdi>')).toHaveLength(3);
    expect(page).toContain('nimda\\u202e\\u00ad\\udb40\\udc41');
    expect(page).not.toMatch(hidden);
  });

  it('are isolated in the list of users', () => {
    const line = { sub: 's', username: deceiving, name: deceiving, email: deceiving, enabled: true, role: null };
    const lines = [{ ...line, tenants: 'none' as const, createdAt: at, lastSignInAt: null, isAttacked: false }];
    const page = { lines, first: 1, total: 1, previous: null, next: null };
    const address = { path: '/admin/users', query: {} };
    const html = renderToStaticMarkup(
      <UserListView
        address={address}
        providers={[]}
        tenants={[]}
        asked={readUserPageQuery({})}
        page={page}
        principal={{ role: 'auditor', sub: null }}
        canMail
      />,
    );
    expect(html.split(shown)).toHaveLength(4);
    expect(html).not.toMatch(hidden);
  });

  it('are isolated in headings, facts and differences', () => {
    const parts = [
      renderToStaticMarkup(<PageHeader title={deceiving} parent={{ label: deceiving, href: '/' }} />),
      renderToStaticMarkup(<Facts facts={[['Name', deceiving]]} />),
      renderToStaticMarkup(
        <DifferenceTable caption="c" differences={[{ key: 'list', before: [deceiving], after: undefined }]} />,
      ),
    ];
    for (const part of parts) {
      expect(part).toContain(shown);
      expect(part).not.toMatch(hidden);
    }
  });
});
