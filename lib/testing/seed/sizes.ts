/** The size of a seeded database. */
export type SeedSizes = {
  readonly clients: number;
  readonly users: number;
  readonly groups: number;
  readonly groupsOfPerson: number;
  /** Rows of the audit log. */
  readonly events: number;
};

/** The size at which every list of the admin area must be fast. */
export const fullSize: SeedSizes = {
  ...{ clients: 10_000, users: 100_000, events: 1_000_000 },
  ...{ groups: 5_000, groupsOfPerson: 50 },
};

/** How many days back the seeded data goes. */
export const seedDays = 365;

export const dayMs = 86_400_000;
