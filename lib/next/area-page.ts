import { permanentRedirect, redirect } from 'next/navigation';
import { createElement, type ReactNode } from 'react';
import type { BulkActions } from '#lib/admin/bulk/define-bulk';
import type { Action } from '#lib/admin/kit/define-action';
import { fillPath, matchPath } from '#lib/vocabulary/path-segment';
import { askBulk, showBulkResult } from '#views/admin/bulk/view';
import { type AreaPages, type AreaRequest, QuestionView } from '#views/admin/kit/view';
import { adminPage } from './admin-page';
import { unknownPage } from './unknown-page';

type AreaProps = {
  readonly params: Promise<{ readonly path: readonly string[] }>;
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>;
};

/** The one page of the features that stand in one folder. Each of their pages has the guard of adminPage(). */
export function areaPage(features: readonly AreaPages[]): (props: AreaProps) => Promise<ReactNode> {
  const rows = features.flatMap(({ section, actions = [], bulk, frame, pages }) => [
    ...actions
      .filter(({ asks }) => asks)
      .map((action) => ({ path: action.path, permission: action.permission, section, render: asking(action, frame) })),
    ...(bulk === undefined ? [] : bulkPages(bulk)).map((page) => ({ ...page, section })),
    ...pages.map((page) => ({ ...page, section })),
  ]);
  return async ({ params, searchParams }) => {
    const { path } = await params;
    for (const row of rows) {
      const names = matchPath(`/${row.path}`, path);
      if (names === null) continue;
      if ('leadsTo' in row) permanentRedirect(fillPath(`/admin/${row.leadsTo}`, names));
      const { section, permission, render } = row;
      const name = 'name' in row ? row.name : undefined;
      const page = adminPage({
        policy: { permission },
        section,
        ...(name !== undefined && { name }),
        render: async (request) => {
          const content = await render({ ...request, names });
          return 'goTo' in content ? redirect(content.goTo) : content;
        },
      });
      return page({ searchParams });
    }
    return unknownPage();
  };
}

function asking(action: Action, frame: AreaPages['frame']) {
  return async (request: AreaRequest) => {
    const { admin, names } = request;
    const asked = await action.ask(admin, names);
    const { title = action.link, parent } = asked.question ?? {};
    const body = createElement(QuestionView, { action, asked, names, isFramed: frame !== undefined });
    if (frame === undefined) return { title, body };
    return { title: `${title} · ${parent?.label}`, body: await frame(request, body) };
  };
}

function bulkPages(bulk: BulkActions) {
  const { path, permission } = bulk;
  const address = path.replace('/admin/', '');
  return [
    { path: address, permission, render: (request: AreaRequest) => askBulk(bulk, request) },
    { path: `${address}/result`, permission, render: (request: AreaRequest) => showBulkResult(bulk, request) },
  ];
}
