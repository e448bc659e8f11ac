import { describe, expect, it } from 'vitest';
import { summarizeRevision, summarizeSections } from './read';

const web = { client_id: 'web', client_name: 'Web shop', enabled: true, redirect_uris: [], client_secrets: [1] };
const orders = { name: 'orders', display_name: 'Orders' };
const google = { name: 'google', display_name: 'Google', position: 0 };

/** A change of the client. */
function changed(after: object) {
  return { section: 'clients', key: 'web', before: web, after: { ...web, ...after } };
}

describe('the summary of a revision', () => {
  it.each([
    ['Created client Web shop', [{ section: 'clients', key: 'web', before: null, after: web }]],
    ['Deleted client Web shop', [{ section: 'clients', key: 'web', before: web, after: null }]],
    ['Created client cli', [{ section: 'clients', key: 'cli', before: null, after: { client_id: 'cli' } }]],
    ['Changed redirect URIs of Web shop', [changed({ redirect_uris: ['https://rp.test/cb'] })]],
    ['Changed name and redirect URIs of Shop', [changed({ client_name: 'Shop', redirect_uris: ['a'] })]],
    ['Changed 3 settings of Shop', [changed({ client_name: 'Shop', redirect_uris: ['a'], tos_uri: 'b' })]],
    [
      'Changed access and groups with access of Web shop',
      [changed({ access: 'assigned', access_groups: ['finance'] })],
    ],
    ['Changed x_unknown of Web shop', [changed({ x_unknown: 1 })]],
    ['Disabled client Web shop', [changed({ enabled: false })]],
    ['Enabled client Web shop', [{ ...changed({}), before: { ...web, enabled: false } }]],
    ['Added a secret to Web shop', [changed({ client_secrets: [1, 2] })]],
    ['Deleted a secret of Web shop', [changed({ client_secrets: [] })]],
    ['Replaced a secret of Web shop', [changed({ client_secrets: [2] })]],
    [
      'Changed sign-in page of the portal',
      [{ section: 'portal', key: '', before: { login: 'a' }, after: { login: 'b' } }],
    ],
    [
      'Moved Google',
      [{ section: 'identity_providers', key: 'google', before: google, after: { ...google, position: 1 } }],
    ],
    [
      'Changed the order of 2 identity providers',
      [0, 1].map((place) => ({
        section: 'identity_providers',
        key: `p${place}`,
        before: { ...google, position: place },
        after: { ...google, position: 1 - place },
      })),
    ],
    ['Changed 2 clients', [changed({ enabled: false }), changed({ client_name: 'Shop' })]],
    [
      'Created 2 scopes',
      ['a', 'b'].map((key) => ({ section: 'scopes', key, before: null, after: { ...orders, name: key } })),
    ],
    [
      'Changed 1 client and 1 scope',
      [changed({ enabled: false }), { section: 'scopes', key: 'orders', before: null, after: orders }],
    ],
    [
      'Created 1 client and 1 scope',
      [
        { section: 'clients', key: 'web', before: null, after: web },
        { section: 'scopes', key: 'orders', before: null, after: orders },
      ],
    ],
    ['No known changes', []],
  ])('is “%s”', (sentence, changes) => {
    expect(summarizeRevision(changes)).toBe(sentence);
  });

  it('is the same for the list and the page of a revision without changes, such as that of a file with only users', () => {
    expect(summarizeSections(new Map())).toBe(summarizeRevision([]));
  });

  it('counts the entries of a large revision', () => {
    const entries = new Map([
      ['scopes', 1],
      ['clients', 5005],
    ]);
    expect(summarizeSections(entries)).toBe('Changed 1 scope and 5,005 clients');
  });

  it('does not count the portal, which there is one of', () => {
    const entries = new Map([
      ['clients', 2],
      ['portal', 1],
    ]);
    expect(summarizeSections(entries)).toBe('Changed 2 clients and the portal');
  });
});
