/** How much of everything a seeded database holds. */
export type SeedSizes = {
  readonly clients: number;
  readonly users: number;
  /** Rows of the audit log. */
  readonly events: number;
};

/** What every list of the admin area has to be fast with. */
export const fullSize: SeedSizes = { clients: 10_000, users: 100_000, events: 1_000_000 };

/** So many days back the seeded past reaches. */
export const seedDays = 365;

export const dayMs = 86_400_000;
