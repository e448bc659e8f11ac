/** The folder with the migrations. It is relative to the working directory, which is the project's folder. */
export const migrationsFolder = 'prisma/migrations';
