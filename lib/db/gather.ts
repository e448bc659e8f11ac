/** So many callers share a message at most; when as many wait, they go at once. */
export const gatherLimit = 100;

/** So many messages of one kind are under way before callers are gathered: one that hangs does not hold up the rest. */
const messagesUnderWay = 2;

type Caller<Asked, Answer> = {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Gathers what is asked for in the same turn of the event loop, and while earlier messages are under way, into one
 * message. Nobody waits for company: when nothing is under way a message leaves at the end of the turn. Nobody joins a
 * message that has left, so an answer is never older than its question.
 * @param send answers in the order of what was asked; when it fails each of its callers gets the error
 */
export function createGathering<Asked, Answer>(
  send: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
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
    const callers = waiting;
    waiting = [];
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

/** Never rejects: what goes wrong is told to the callers. */
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
