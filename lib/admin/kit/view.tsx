import type { ReactNode } from 'react';
import { ConfirmationFields, ConfirmationFrame } from '#components/admin/entries/confirmation';
import { AdminForm } from '#components/admin/form/admin-form';
import { RadioField } from '#components/admin/form/choice-fields';
import type { AdminSection } from '#components/admin/frame/navigation';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { RiskList } from '#components/admin/risk-list';
import { ShownOnce } from '#components/admin/shown-once';
import { ButtonLink } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Facts } from '#components/ui/table';
import { Name } from '#components/ui/text';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Permission } from '../access/permission';
import type { AdminContext } from '../admin-context';
import type { BulkActions } from '../bulk/define-bulk';
import type { Action, Asked, Names, Question } from './define-action';

/** What a page of the administration gets: who asks, and what the address says. */
export type AreaRequest = {
  readonly admin: AdminContext;
  readonly names: Names;
  /** The single values of the query. */
  readonly query: Readonly<Record<string, string>>;
  /** The hidden CSRF input of forms that AdminForm does not make. */
  readonly csrf: string;
  /** For the style of an embedded page. */
  readonly nonce: string | undefined;
  /** Searches the documentation, which knows the administration but is not known by it. Absent if it is not served. */
  readonly findDocuments?: (text: string) => Promise<readonly FoundDocument[]>;
};

/** A part of the documentation. */
export type FoundDocument = { readonly heading: string; readonly title: string; readonly href: string };

export type AreaContent = {
  readonly title: string;
  readonly body: ReactNode;
  /** The page has no frame of the administration, because another page embeds it. */
  readonly bare?: boolean;
};

/** Another page of ours that this address leads to. */
type GoTo = { readonly goTo: string };

/** A page of a feature. */
type AreaPage = {
  /** Below /admin, with `[name]` for each name. */
  readonly path: string;
  /** Its `data-page`, if it is not that of its section. */
  readonly name?: string;
} & (
  | {
      readonly permission: Permission;
      /** Throws AdminError `not_found` if there is nothing to show. */
      readonly render: (request: AreaRequest) => Promise<AreaContent | GoTo>;
    }
  /** A former address. */
  | { readonly leadsTo: string }
);

/** The pages of a feature. Each action that asks a question has one too. The actions on several lines have two. */
export type AreaPages = {
  readonly section: AdminSection;
  readonly actions?: readonly Action[];
  readonly bulk?: BulkActions;
  /** What is around the questions, if they have no heading of their own. */
  readonly frame?: (request: AreaRequest, question: ReactNode) => Promise<ReactNode>;
  readonly pages: readonly AreaPage[];
};

/** The page of an action. browser/confirm.ts shows its question in a dialog over the page that links to it. */
export function QuestionView({ action, asked: { question, typed, proof }, names, isFramed = false }: QuestionProps) {
  if (question === null) return null;
  const { title, parent } = question;
  if ('refused' in question) {
    return (
      <>
        {!isFramed && <PageHeader title={title} parent={parent} />}
        <Notice title={question.refused.title}>
          <p>{question.refused.text}</p>
        </Notice>
        {question.instead && (
          <div>
            <ButtonLink href={question.instead.href} data-confirm="">
              {question.instead.label}
            </ButtonLink>
          </div>
        )}
      </>
    );
  }
  const { about, risks = [], steps = [], facts = [], choice, button, isSafe = false, once, ...told } = question;
  return (
    <>
      {!isFramed && <PageHeader title={action.link.replace(/…$/, '')} parent={parent} />}
      <ConfirmationFrame {...told}>
        {about !== undefined && <p className="text-sm">{about}</p>}
        <RiskList risks={risks} />
        {steps.length > 0 && (
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
            {steps.map(([when, what]) => (
              <Step key={what} when={when} what={what} />
            ))}
          </dl>
        )}
        {facts.length > 0 && <Facts facts={facts} />}
        <AdminForm
          action={`${action.addressOf(names)}/submit`}
          label={title}
          proof={proof}
          className="grid gap-4"
          {...(once && { done: (result) => <Once {...once} value={result[once.name] ?? ''} back={parent} /> })}
        >
          {choice && <RadioField {...choice} />}
          <ConfirmationFields
            typed={typed ?? undefined}
            backHref={parent.href}
            button={button}
            noteHelp={adminTexts.shell.form.auditedReasonHelp}
            isSafe={isSafe}
          />
        </AdminForm>
      </ConfirmationFrame>
    </>
  );
}

type OnceProps = { readonly label: string; readonly value: string; readonly back: Question['parent'] };

/** A result that cannot be shown again, and the way back. */
function Once({ label, value, back }: OnceProps) {
  return (
    <>
      <ShownOnce label={label} value={value} />
      <div>
        <ButtonLink href={back.href}>
          <span>
            {adminTexts.shell.form.backTo} <Name>{back.label}</Name>
          </span>
        </ButtonLink>
      </div>
    </>
  );
}

type QuestionProps = {
  readonly action: Action;
  readonly asked: Asked;
  readonly names: Names;
  /** A frame around it has the heading. */
  readonly isFramed?: boolean;
};

function Step({ when, what }: { readonly when: Date | string; readonly what: string }) {
  return (
    <>
      <dt className="font-medium">{typeof when === 'string' ? when : <Moment at={when} full />}</dt>
      <dd>{what}</dd>
    </>
  );
}
