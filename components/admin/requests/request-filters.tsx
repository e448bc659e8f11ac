import { Button, ButtonLink } from '#components/ui/button';
import { type RequestQuery, requestRanges } from '#lib/admin/requests/read-requests';
import { adminTexts } from '#lib/i18n/admin/texts';
import { PeriodInputs, periodOptions } from '../list-period';

const box = 'min-h-9 rounded-lg border border-input bg-card px-2.5 py-1 text-foreground text-sm';

type RequestFiltersProps = { readonly asked: RequestQuery; readonly endpoints: readonly string[] };

/** The conditions of the list, as a form that becomes the address. */
export function RequestFilters({ asked, endpoints }: RequestFiltersProps) {
  const texts = adminTexts.requests.filters;
  const period = periodOptions(asked);
  return (
    <form
      method="get"
      action="/admin/debug/requests"
      aria-label={texts.label}
      className="flex flex-wrap items-end gap-3"
    >
      <label className="grid gap-1 text-muted-foreground text-xs">
        {texts.reference}
        <input
          name="reference"
          defaultValue={asked.reference ?? ''}
          placeholder="7K3QMXW9TD"
          className={`${box} w-36 font-mono`}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label className="grid gap-1 text-muted-foreground text-xs">
        {texts.client}
        <input
          name="client"
          defaultValue={asked.client ?? ''}
          className={`${box} w-40`}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <Choice
        name="endpoint"
        label={texts.endpoint}
        value={asked.endpoint ?? ''}
        options={[
          ['', texts.anyEndpoint],
          ...withValue(endpoints, asked.endpoint).map((path) => [path, path] as const),
        ]}
      />
      <Choice
        name="range"
        label={texts.range}
        value={period.length > 0 ? '' : asked.range}
        options={[...period, ...requestRanges.map((range) => [range, texts.ranges[range]] as const)]}
      />
      <PeriodInputs {...asked} />
      <Button variant="primary">{texts.apply}</Button>
      <ButtonLink href="/admin/debug/requests" variant="quiet">
        {texts.clear}
      </ButtonLink>
    </form>
  );
}

/** What the address asks for is among the choices, or the form would show something else. */
function withValue(choices: readonly string[], value: string | null): readonly string[] {
  return value === null || choices.includes(value) ? choices : [value, ...choices];
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
};

function Choice({ name, label, value, options }: ChoiceProps) {
  return (
    <label className="grid gap-1 text-muted-foreground text-xs">
      {label}
      <select name={name} defaultValue={value} className={`${box} max-w-60`}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
