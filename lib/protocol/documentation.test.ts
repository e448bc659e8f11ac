import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createTestProvider } from '#lib/testing/provider';
import { requestParameters } from './parameters';
import { protocolRoutes } from './routes';

const page = readFileSync('docs/protocol.md', 'utf8');

/** The names in one column of the first table below a heading. */
function namesIn(heading: string, column = 0): string[] {
  const table = page.split(`\n${heading}\n`)[1]?.match(/(?:^\|.*\n)+/m)?.[0] ?? '';
  return table.split('\n').flatMap((row) => row.split(' | ')[column]?.match(/(?<=`)[\w/.-]+(?=`)/g) ?? []);
}

describe('docs/protocol.md', () => {
  it('lists the endpoints of the protocol', () => {
    const apart = /^\/health|^\/metrics|^\/connect\/endsession\/callback|^\/\.well-known\/(security|oauth-protected)/;
    const paths = protocolRoutes.map(({ path }) => path).filter((path) => !apart.test(path));
    expect(namesIn('### Addresses', 1).toSorted()).toEqual(paths.toSorted());
  });

  it('lists the parameters of an authorization request', () => {
    expect(namesIn('## Authorize').toSorted()).toEqual([...requestParameters, 'request', 'request_uri'].toSorted());
  });

  it('lists what discovery has', async () => {
    const portal = { dynamic_registration: 'open', client_id_metadata_documents: 'open' };
    const provider = await createTestProvider({ portal });
    const { body } = await provider.send('/.well-known/openid-configuration');
    await provider.close();
    const fields = namesIn('### Discovery');
    expect(Object.keys(JSON.parse(body)).filter((name) => !fields.includes(name))).toEqual([]);
  });
});
