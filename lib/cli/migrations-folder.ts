/** Where the migrations are: below the folder the program is started in, which is the project's. */
export const migrationsFolder = 'prisma/migrations';
