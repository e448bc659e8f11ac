/** The maximum number of callers that share a message. A full message is sent at once. */
export const gatherLimit = 100;

/**
 * The number of concurrent messages of one kind before callers are gathered. With more than one, a message that hangs
 * does not hold up the rest.
 */
const messagesUnderWay = 2;

type Caller<Asked, Answer> = {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Gathers the calls of one turn of the event loop, and calls that arrive while earlier messages are under way, into one
 * message. A message never waits for more callers: if none is under way, it is sent at the end of the turn. A call
 * never joins a message that was already sent, so an answer is never older than its question.
 * @param send answers in the order of the calls; if it fails, each of its callers gets the error
 * @param keyOf if given, no two calls with the same key share a message: the second one waits for the next. Calls are
 * sorted by key, so two messages that lock the same rows cannot deadlock
 */
export function createGathering<Asked, Answer>(
  send: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  keyOf?: (asked: Asked) => string,
): (asked: Asked) => Promise<Answer> {
  let waiting: Caller<Asked, Answer>[] = [];
  let underWay = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled || waiting.length === 0 || underWay >= messagesUnderWay) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      leave();
    });
  };
  const leave = () => {
    if (waiting.length === 0) return;
    const callers = keyOf === undefined ? waiting : firstOfEach(waiting, keyOf);
    waiting = callers.length === waiting.length ? [] : waiting.filter((caller) => !callers.includes(caller));
    underWay += 1;
    void deliver(send, callers).finally(() => {
      underWay -= 1;
      schedule();
    });
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (waiting.length >= gatherLimit) leave();
      else schedule();
    });
}

function firstOfEach<Asked, Answer>(callers: readonly Caller<Asked, Answer>[], keyOf: (asked: Asked) => string) {
  const first = new Map<string, Caller<Asked, Answer>>();
  for (const caller of callers) {
    const key = keyOf(caller.asked);
    if (!first.has(key)) first.set(key, caller);
  }
  return [...first].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, caller]) => caller);
}

/** Never rejects. Errors go to the callers. */
async function deliver<Asked, Answer>(
  send: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  callers: readonly Caller<Asked, Answer>[],
): Promise<void> {
  try {
    const answers = await send(callers.map(({ asked }) => asked));
    if (answers.length !== callers.length) throw new Error('not as many answers as callers');
    for (const [index, answer] of answers.entries()) callers[index]?.resolve(answer);
  } catch (error) {
    for (const { reject } of callers) reject(error);
  }
}
