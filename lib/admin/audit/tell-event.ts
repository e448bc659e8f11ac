import { eventTexts } from '#lib/i18n/admin/event-texts';
import { adminTexts } from '#lib/i18n/admin/texts';
import type { AuditEntry } from './read-audit';

type Told = Pick<
  AuditEntry,
  'type' | 'actorKind' | 'actorName' | 'actorId' | 'targetName' | 'targetId' | 'clientName' | 'clientId'
>;

/** The name of an event type. A type from a newer version is shown as it is. */
export function eventLabel(type: string): string {
  return textsOf(type)?.[0] ?? type;
}

/** A part of a sentence: text of ours, or a name that a person chose. */
type SentencePart = { readonly text: string; readonly isName: boolean };

/** Describes an event as a sentence: "alice signed in to Lantern Books". */
export function tellEvent(entry: Told): readonly SentencePart[] {
  const sentence = textsOf(entry.type)?.[1] ?? entry.type;
  const isOwn = entry.targetId !== null && entry.targetId === entry.actorId;
  const names: Readonly<Record<string, string | null>> = {
    actor: isNamed(entry) ? actorOf(entry) : null,
    target: entry.targetName ?? entry.targetId,
    client: entry.clientName ?? entry.clientId,
  };
  const told = sentence.replace(/\[([^[\]|]*)(?:\|([^[\]]*))?\]/g, (_, part: string, otherwise = '') => {
    const [, name = ''] = /\{(\w+)\}/.exec(part) ?? [];
    return (names[name] ?? null) === null || (name === 'target' && isOwn) ? otherwise : part;
  });
  return told
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined
        ? { text: part, isName: false }
        : { text: names[name] ?? adminTexts.audit.nobody, isName: true };
    });
}

/** The actor, with their name at the time of the event. */
export function actorOf({ actorKind, actorName, actorId }: Pick<Told, 'actorKind' | 'actorName' | 'actorId'>): string {
  const texts = adminTexts.audit;
  if (actorKind === 'command_line') return actorName ?? texts.commandLine;
  if (actorKind === 'start') return texts.start;
  if (actorKind === 'retention') return texts.retention;
  return actorName ?? actorId ?? texts.nobody;
}

function isNamed({ actorKind, actorName, actorId }: Told): boolean {
  return actorKind !== 'anonymous' || actorName !== null || actorId !== null;
}

function textsOf(type: string): readonly [label: string, sentence: string] | undefined {
  const known: Readonly<Record<string, readonly [string, string]>> = eventTexts;
  return Object.hasOwn(known, type) ? known[type] : undefined;
}
