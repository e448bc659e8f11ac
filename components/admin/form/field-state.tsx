import { type ActionState, untouched } from '#lib/admin/action-state';
import { unchangedName } from '#lib/admin/entries/entry-fields';
import { formState, isBack } from '#lib/admin/form-state';
import { inputOf, type Sentence, sentenceOf } from '#lib/i18n/admin/problems';

/** The answer to the form of the page. */
function answer(): ActionState {
  return formState() ?? untouched;
}

/** The state of a field: what was typed if the form came back, and its problems. */
export function fieldState(
  name: string,
  initial: string,
  mine?: string,
): {
  readonly value: string;
  readonly problems: readonly Sentence[];
  /** The value that someone else saved in the meantime, if it differs. */
  readonly theirs: string | null;
} {
  const state = answer();
  const { values, conflict } = state;
  const saved = conflict?.values[name];
  const typed = isBack(state) ? (values[name] ?? [])[0] : undefined;
  return {
    value: typed ?? initial,
    theirs: saved === undefined || saved === (mine ?? typed ?? '').replaceAll('\r\n', '\n') ? null : saved,
    problems: problemsAt(name, state, typed),
  };
}

/** The list of an `auto_uris` field has an input of its own, which shows the problems of its lines. */
const listed = /_lines$/;

function problemsAt(
  name: string,
  { fields, section }: Pick<ActionState, 'fields' | 'section'>,
  typed: string | undefined,
): readonly Sentence[] {
  const own = fields.filter(({ field }) => inputOf(field) === name.replace(listed, ''));
  const shown = listed.test(name) ? own.filter(({ field }) => field.includes('[')) : own;
  return shown.map((problem) => sentenceOf(problem, section, typed));
}

/** Everything that was typed, if the form came back with this field. */
export function typedFields(name: string): ActionState['values'] | null {
  const state = answer();
  return isBack(state) && !state.values[unchangedName]?.includes(name) ? state.values : null;
}

/** The problems of one item of a list. */
export function problemsWithin(name: string, place: number): readonly Sentence[] {
  const { fields, section } = answer();
  const start = `${name}[${place}]`;
  const own = fields.filter(({ field }) => field === start || field.startsWith(`${start}.`));
  return own.map((problem) => sentenceOf({ ...problem, field: problem.field.slice(start.length + 1) }, section));
}

/** The checked values of a group of checkboxes: the sent ones if the form came back. */
export function chosenIn(name: string, initial: readonly string[]): readonly string[] {
  const state = answer();
  return isBack(state) && !state.values[unchangedName]?.includes(name) ? (state.values[name] ?? []) : initial;
}

/** The fields with a problem. */
export function wrongFields(): ReadonlySet<string> {
  const { fields } = answer();
  return new Set(fields.map(({ field }) => inputOf(field)));
}
