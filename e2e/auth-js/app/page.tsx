import { getServerSession } from 'next-auth';
import { authOptions } from '../auth-options';

/** Says who is signed in, and links to the pages of Auth.js. */
export default async function Page() {
  const session = await getServerSession(authOptions);
  if (!session) return <a href="/api/auth/signin">Sign in</a>;
  return (
    <>
      <p id="name">{session.user?.name}</p>
      <p id="email">{session.user?.email}</p>
      <a href="/api/auth/signout">Sign out here</a>
      <form method="post" action="/sign-out">
        <button type="submit">Sign out everywhere</button>
      </form>
    </>
  );
}
