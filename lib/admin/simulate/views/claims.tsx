import { Panel } from '#components/ui/panel';
import type { PreviewedClaims } from '#lib/protocol/preview-claims';
import type { ToldClaims } from '#lib/tokens/claims';
import { isOwnList } from '../tell-claims';
import { texts } from '../texts';

/** What is left out is known of a preview, and not of real tokens. */
type Viewed = Omit<PreviewedClaims, 'hasRefreshToken' | 'told'> & { readonly told?: PreviewedClaims['told'] };

/** The claims about a person that a client gets, by the place where it reads them. */
export function ClaimsView({ idToken, accessToken, userinfo, told }: Viewed) {
  const withheld = told?.accessToken?.leftOut.some(({ claim }) => claim === 'roles');
  const isElsewhere = !withheld && hasRoles(userinfo ?? idToken) && accessToken !== null && !hasRoles(accessToken);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Claims title={texts.idToken} claims={idToken} told={told?.idToken ?? null} />
      <Claims
        title={texts.accessToken}
        claims={accessToken}
        told={told?.accessToken ?? null}
        isElsewhere={isElsewhere}
      />
      <Claims title={texts.userinfo} claims={userinfo} told={told?.userinfo ?? null} />
    </div>
  );
}

type ClaimsProps = {
  readonly title: string;
  readonly claims: PreviewedClaims['idToken'];
  readonly told: ToldClaims | null;
  /** The roles that the client gets are in another place. */
  readonly isElsewhere?: boolean;
};

function hasRoles(claims: PreviewedClaims['idToken']): boolean {
  return claims !== null && Object.hasOwn(claims, 'roles');
}

function Claims({ title, claims, told, isElsewhere = false }: ClaimsProps) {
  const notes = told === null ? [] : [...claimNotes(told), ...(isElsewhere ? [texts.notes.elsewhere] : [])];
  return (
    <Panel title={title}>
      {claims === null ? (
        <p className="text-muted-foreground text-sm">{texts.none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
        <pre className="overflow-x-auto text-xs" dir="ltr" tabIndex={0}>
          {JSON.stringify(claims, null, 2)}
        </pre>
      )}
      {notes.length > 0 && (
        <ul className="mt-3 grid gap-1 text-muted-foreground text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Where groups, roles and what rules write come from, what is left out, and how large they are. */
function claimNotes({ origins, leftOut, bytes }: ToldClaims): readonly string[] {
  const { notes } = texts;
  const given = Object.entries(origins).map(([claim, origin]) => {
    if ('rule' in origin) return notes.rule(claim, origin.rule + 1, origin.from);
    if ('list' in origin) return origin.explain().map((one) => notes.value(claim, one));
    return isOwnList(claim) ? notes.own(claim, origin.source) : [];
  });
  const missing = leftOut.map((one) =>
    one.why === 'filter' ? notes.filter(one.count, one.owner, one.isNamed) : notes[one.why](one.claim),
  );
  return [...given.flat(), ...missing, ...(bytes > 0 ? [notes.bytes(bytes)] : [])];
}
