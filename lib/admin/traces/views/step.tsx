import { Moment } from '#components/admin/moment';
import { Badge } from '#components/ui/badge';
import { Facts } from '#components/ui/table';
import { eventsPath } from '../../audit/feature';
import { requestPath } from '../../requests/feature';
import type { StepView } from '../read';
import { texts } from '../texts';

type StepItemProps = {
  readonly step: StepView;
  /** The time of the first step of the sign-in. */
  readonly startedAt: Date;
};

/** A step of the timeline: its name and outcome. The request and the answer are collapsed. */
export function StepItem({ step, startedAt }: StepItemProps) {
  const seconds = (step.at.getTime() - startedAt.getTime()) / 1000;
  return (
    <li className="grid gap-3 rounded-lg border border-border bg-card px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{endpointName(step.endpoint)}</h2>
        <Badge tone={step.failed ? 'bad' : 'good'}>{outcomeName(step.outcome)}</Badge>
        {step.isFixed && <Badge tone="good">{texts.results.fixed}</Badge>}
        <p className="text-muted-foreground text-sm">
          <Moment full at={step.at} />
          {seconds > 0 && ` · ${texts.after(seconds.toFixed(1))}`} · {texts.took(step.durationMs)}
        </p>
      </div>
      {step.refusal && <p className="max-w-prose text-sm">{step.refusal.description}</p>}
      <StepFacts step={step} />
      <details>
        <summary className="w-fit text-sm underline underline-offset-4">{texts.parameters}</summary>
        <div className="mt-3 grid items-start gap-4 lg:grid-cols-2">
          <Parameters title={texts.received} parameters={step.received} />
          <Parameters title={texts.answered} parameters={step.answered} />
        </div>
      </details>
    </li>
  );
}

function describeAccess({ clientId, clientName, may, because }: StepView['access'][number]): string {
  const client = clientName ?? clientId;
  return may ? texts.access.may(client, because.join(', ')) : texts.access.mayNot(client);
}

function StepFacts({ step }: Pick<StepItemProps, 'step'>) {
  const { refusal, requestId, leftOut, groups, access } = step;
  return (
    <Facts
      facts={[
        [`${step.method} · ${step.status}`, <code key="endpoint">{step.endpoint}</code>],
        [texts.leads, step.to && <code key="to">{step.to}</code>],
        [texts.rule, refusal && <code key="rule">{refusal.rule}</code>],
        [
          texts.reference,
          refusal && (
            <a key="reference" href={requestPath(refusal.reference)} className="font-mono underline underline-offset-4">
              {refusal.reference}
            </a>
          ),
        ],
        [texts.leftOut, leftOut.length === 0 ? null : leftOut.join(', ')],
        [texts.access.label, access.length === 0 ? null : access.map(describeAccess).join('; ')],
        [texts.groups, groups && `${groups.claim}: ${texts.groupProblems[groups.problem] ?? groups.problem}`],
        [texts.network, step.network],
        [
          texts.request,
          <a
            key="request"
            href={eventsPath({ request: requestId })}
            className="break-all font-mono underline underline-offset-4"
          >
            {requestId}
          </a>,
        ],
      ]}
    />
  );
}

type ParametersProps = { readonly title: string; readonly parameters: StepView['received'] };

function Parameters({ title, parameters }: ParametersProps) {
  if (parameters.length === 0) return null;
  const { name, value } = texts;
  return (
    <table className="w-full text-sm">
      <caption className="pb-1 text-start font-medium">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{value}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border border-border border-t">
        {parameters.map((parameter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter can come twice, and the list never changes
          <tr key={index}>
            <th scope="row" className="w-2/5 break-all py-1.5 pe-3 text-start align-top font-normal">
              <code>{parameter.name}</code>
            </th>
            <td className="break-all py-1.5 align-top">
              <Value parameter={parameter} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A hidden value is recognized by its mark and its length. */
function Value({ parameter: { value, length, mark } }: { readonly parameter: StepView['received'][number] }) {
  const notes = [mark && texts.mark(mark), length !== undefined && texts.characters(length)].filter(Boolean).join(', ');
  return (
    <>
      {value === null ? <span className="text-muted-foreground">{texts.withheld}</span> : <code>{value}</code>}
      {notes && <span className="text-muted-foreground"> {notes}</span>}
    </>
  );
}

const endpoints = new Map<string, string>(Object.entries(texts.endpoints));
const outcomes = new Map<string, string>(Object.entries(texts.outcomes));

/** The name of an endpoint, in words. */
export function endpointName(endpoint: string): string {
  return endpoints.get(endpoint) ?? endpoint;
}

/** The outcome in words. An error code stays a code. */
export function outcomeName(outcome: string): string {
  return outcomes.get(outcome) ?? outcome;
}
