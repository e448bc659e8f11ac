import type { ReactNode } from 'react';
import { ConfirmationFields, ConfirmationFrame } from '#components/admin/entries/confirmation';
import { AdminForm } from '#components/admin/form/admin-form';
import type { AdminSection } from '#components/admin/frame/navigation';
import { Moment } from '#components/admin/moment';
import { PageHeader } from '#components/admin/page-header';
import { Notice } from '#components/ui/notice';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { Permission } from '../access/permission';
import type { AdminContext } from '../admin-context';
import type { BulkActions } from '../bulk/define-bulk';
import type { Action, Asked, Names } from './define-action';

/** What a page of the administration gets: who asks, and what the address says. */
export type AreaRequest = {
  readonly admin: AdminContext;
  readonly names: Names;
  /** The single values of the query. */
  readonly query: Readonly<Record<string, string>>;
};

type AreaContent = { readonly title: string; readonly body: ReactNode };

/** Another page of ours that this address leads to. */
type GoTo = { readonly goTo: string };

/** A page of a feature. */
type AreaPage = {
  /** Below /admin, with `[name]` for each name. */
  readonly path: string;
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
  readonly pages: readonly AreaPage[];
};

/** The page of an action. browser/confirm.ts shows its question in a dialog over the page that links to it. */
export function QuestionView({ action, asked: { question, typed }, names }: QuestionProps) {
  if (question === null) return null;
  const { title, parent } = question;
  if ('refused' in question) {
    return (
      <>
        <PageHeader title={title} parent={parent} />
        <Notice title={question.refused.title}>
          <p>{question.refused.text}</p>
        </Notice>
      </>
    );
  }
  const { about, steps = [], button, isSafe = false, ...told } = question;
  return (
    <>
      <PageHeader title={action.link.replace(/…$/, '')} parent={parent} />
      <ConfirmationFrame {...told}>
        {about !== undefined && <p className="text-sm">{about}</p>}
        {steps.length > 0 && (
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_1fr]">
            {steps.map(([when, what]) => (
              <Step key={what} when={when} what={what} />
            ))}
          </dl>
        )}
        <AdminForm
          action={`${action.addressOf(names)}/submit`}
          label={title}
          proof={typeof action.proof === 'string' ? action.proof : 'none'}
          className="grid gap-4"
        >
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

type QuestionProps = { readonly action: Action; readonly asked: Asked; readonly names: Names };

function Step({ when, what }: { readonly when: Date | string; readonly what: string }) {
  return (
    <>
      <dt className="font-medium">{typeof when === 'string' ? when : <Moment at={when} full />}</dt>
      <dd>{what}</dd>
    </>
  );
}
