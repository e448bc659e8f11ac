/** Who is affected by a change: everybody, or these rows of the installation. */
export type Concerned =
  | 'everybody'
  | {
      readonly table: string;
      /** The column that names a row in the report. Null if the rows are people or requests, which are only counted. */
      readonly label: string | null;
      /** The columns that the condition reads. If one is missing, the feature did not exist, and nobody is affected. */
      readonly columns: readonly string[];
      /** SQL that works in both databases. */
      readonly where: string;
    };

/** A default or a behavior that an upgrade changes although nobody changed a setting. */
export type BehaviorChange = {
  /** The migration of the release with the change, without its time. An installation that lacks it is affected. */
  readonly since: string;
  readonly concerned: Concerned;
  /** The difference, and what to do. */
  readonly sentence: string;
};

/**
 * The changes, oldest first. A change that needs no migration gets one that consists only of a comment, so that every
 * database shows which changes it already has.
 */
export const behaviorChanges: readonly BehaviorChange[] = [];
