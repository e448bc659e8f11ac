import { expect, it } from 'vitest';
import { createTestProvider } from '#lib/testing/provider';
import { rememberTold, wasTold } from './told-cookie';

it('remembers the one answer that a browser showed last', async () => {
  const provider = await createTestProvider({});
  const { settings } = provider.context();
  const [pair = ''] = rememberTold('sealed-answer', settings).split(';');
  const found = [wasTold('sealed-answer', pair, settings), wasTold('another', pair, settings)];
  expect([...found, wasTold('sealed-answer', undefined, settings)]).toEqual([true, false, false]);
  expect(pair).not.toContain('sealed-answer');
  await provider.close();
});
