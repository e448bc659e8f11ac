import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestAdmin, type TestAdmin } from '#lib/testing/admin';
import { saveEntries } from '../configuration/save-entries';
import { plainFlash, savedFlash } from './flash';
import { clearFlash, hasFlash, readFlash, writeFlash } from './flash-cookie';

let area: TestAdmin;
beforeAll(async () => {
  area = await createTestAdmin({ scopes: [{ name: 'orders', type: 'resource' }] });
});
afterAll(() => area.close());

const own = { sid: 'sid' };

async function sent(text: string, owner = own): Promise<string> {
  const { settings } = await area.admin();
  return (await writeFlash({ text, revision: 7 }, owner, settings)).split(';')[0] ?? '';
}

describe('the message after an action', () => {
  it('is shown to the session of the action', async () => {
    const { settings } = await area.admin();
    const cookie = await sent('Changed name of Web shop.');
    expect(hasFlash(cookie, settings)).toBe(true);
    expect(await readFlash(cookie, own, settings)).toEqual({
      text: 'Changed name of Web shop.',
      revision: 7,
    });
  });

  it('is not shown to another session', async () => {
    const { settings } = await area.admin();
    expect(await readFlash(await sent('Saved.'), { sid: 'other' }, settings)).toBeNull();
  });

  it.each(['', 'signet-flash=x', 'signet-flash=Fe26.2**x'])('cannot be forged: %s', async (cookie) => {
    const { settings } = await area.admin();
    expect(await readFlash(cookie, own, settings)).toBeNull();
  });

  it('fits into a cookie for a name of any length', async () => {
    const { settings } = await area.admin();
    const cookie = await sent('é'.repeat(3000));
    expect(cookie.length).toBeLessThan(4000);
    expect((await readFlash(cookie, own, settings))?.text).toHaveLength(400);
  });

  it('is deleted by the page that reads it', async () => {
    expect(clearFlash((await area.admin()).settings)).toContain('Max-Age=0');
  });
});

describe('the message after a change of the configuration', () => {
  const save = async (display_name: string) => {
    const entry = { name: 'orders', type: 'resource', display_name };
    return saveEntries(await area.admin(), [{ section: 'scopes', key: 'orders', entry }]);
  };

  it('is the sentence of the history, and can be undone', async () => {
    const report = await save('Orders');
    const flash = savedFlash(report);
    expect(flash).toEqual({ text: 'Changed display name of Orders.', revision: report.revision });
  });

  it('says that nothing changed', async () => {
    await save('Orders');
    expect(savedFlash(await save('Orders'))).toEqual(plainFlash('There was nothing to change.'));
  });
});
