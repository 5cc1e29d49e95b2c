/** These guards only hide screens. The server checks access to the data. */
import { type LoaderFunction, redirect, replace } from 'react-router'
import { signedInPerson } from '#data/session.ts'
import { loginPath } from '#lib/next-path.ts'

/** If the current page is already in the browser's history, the redirect replaces its entry. Otherwise, Go Back would redirect again. */
export const redirectFrom = (from: URL, to: string) =>
  from.pathname + from.search === location.pathname + location.search ? replace(to) : redirect(to)

/** Role 1 means all logged-in users. Visitors log in first and then return to the route. */
export const needsRole =
  (role: number): LoaderFunction =>
  ({ request }) => {
    const wanted = new URL(request.url)
    const person = signedInPerson()
    if (!person) return redirectFrom(wanted, loginPath(wanted.pathname + wanted.search + wanted.hash))
    return person.role < role ? redirectFrom(wanted, `/access-denied?role=${role}`) : null
  }

/** Everyone may see items without a role. */
export const isOffered = (role: number, { role: needed = 0 }: { role?: number }) => role >= needed
