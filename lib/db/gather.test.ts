import { describe, expect, it } from 'vitest';
import { createGathering, gatherLimit } from './gather';
import { gatherText } from './gathered-text';

/** A gathering whose messages the test answers. */
function createHandAnswered() {
  const messages: { readonly asked: readonly number[]; readonly answer: (answers: string[]) => void }[] = [];
  const failures: ((error: Error) => void)[] = [];
  const ask = createGathering<number, string>(
    (asked) =>
      new Promise((resolve, reject) => {
        messages.push({ asked, answer: resolve });
        failures.push(reject);
      }),
  );
  return { ask, messages, failures };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a gathering', () => {
  it('sends the questions of one turn of the event loop in one message, and answers each', async () => {
    const { ask, messages } = createHandAnswered();
    const answers = Promise.all([ask(1), ask(2), ask(3)]);
    await turn();
    expect(messages.map(({ asked }) => asked)).toEqual([[1, 2, 3]]);
    messages[0]?.answer(['one', 'two', 'three']);
    expect(await answers).toEqual(['one', 'two', 'three']);
  });

  it('sends a single question while another message is under way', async () => {
    const { ask, messages } = createHandAnswered();
    for (const question of [1, 2]) {
      void ask(question);
      await turn();
    }
    expect(messages.map(({ asked }) => asked)).toEqual([[1], [2]]);
  });

  it('does not add requests to a message that was already sent', async () => {
    const { ask, messages } = createHandAnswered();
    for (const question of [1, 2, 3, 3]) {
      void ask(question);
      await turn();
    }
    expect(messages).toHaveLength(2);
    messages[0]?.answer(['one']);
    await turn();
    await turn();
    expect(messages.map(({ asked }) => asked)).toEqual([[1], [2], [3, 3]]);
  });

  it('limits the size of a message, and sends a full one at once', async () => {
    const { ask, messages } = createHandAnswered();
    for (let message = 0; message < 4; message += 1) {
      for (let question = 0; question < gatherLimit; question += 1) void ask(question);
    }
    expect(messages.map(({ asked }) => asked.length)).toEqual([gatherLimit, gatherLimit, gatherLimit, gatherLimit]);
  });

  it('keeps calls with the same key separate, in the order of the keys', async () => {
    const messages: { readonly asked: readonly string[]; readonly answer: (answers: string[]) => void }[] = [];
    const send = (asked: readonly string[]) =>
      new Promise<string[]>((resolve) => {
        messages.push({ asked, answer: resolve });
      });
    const ask = createGathering<string, string>(send, (text) => text.charAt(0));
    const answers = Promise.all(['b1', 'a1', 'b2', 'b3', 'a2'].map(ask));
    for (let message = 0; message < 3; message += 1) {
      while (messages[message] === undefined) await turn();
      const { asked = [], answer } = messages[message] ?? {};
      answer?.([...asked]);
    }
    expect(messages.map(({ asked }) => asked)).toEqual([['a1', 'b1'], ['a2', 'b2'], ['b3']]);
    expect(await answers).toEqual(['b1', 'a1', 'b2', 'b3', 'a2']);
  });

  it('returns an error to every caller of its message, and continues', async () => {
    const { ask, messages, failures } = createHandAnswered();
    const asked = [ask(1), ask(2)];
    await turn();
    failures[0]?.(new Error('lost'));
    for (const result of await Promise.allSettled(asked)) expect(result).toMatchObject({ reason: { message: 'lost' } });
    const next = ask(3);
    await turn();
    messages[1]?.answer(['three']);
    expect(await next).toBe('three');
  });

  it('is an error for all when answers and callers differ in number', async () => {
    const { ask, messages } = createHandAnswered();
    const asked = [ask(1), ask(2)];
    await turn();
    messages[0]?.answer(['one']);
    const results = await Promise.allSettled(asked);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('gatherText', () => {
  it('refuses statements that depend on the others: an update', () => {
    expect(() => gatherText('UPDATE "Scope" SET "name" = @name', { name: 'TEXT' })).toThrow('cannot be gathered');
  });
});
