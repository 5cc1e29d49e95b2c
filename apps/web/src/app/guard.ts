/** Controls which routes each role may open. This only hides screens: the server checks access to the data. */
import { type LoaderFunction, redirect, replace } from 'react-router'
import { signedInPerson } from '#data/session.ts'
import { loginPath } from '#lib/next-path.ts'

/**
 * Redirects to another page. If the current page is already in the browser's history, the redirect replaces its entry. Otherwise, Go Back
 * would redirect again.
 */
export const leadOn = (from: URL, to: string) =>
  from.pathname + from.search === location.pathname + location.search ? replace(to) : redirect(to)

/**
 * Guards routes that need a role, where 1 means all logged-in users. Visitors log in first and then return. Logged-in users with a lower
 * role see which role they need.
 */
export const needsRole =
  (role: number): LoaderFunction =>
  ({ request }) => {
    const wanted = new URL(request.url)
    const person = signedInPerson()
    if (!person) return leadOn(wanted, loginPath(wanted.pathname + wanted.search + wanted.hash))
    return person.role < role ? leadOn(wanted, `/access-denied?role=${role}`) : null
  }

/** Returns true if this role may see a menu item, tab or button. Everyone may see items without a role. */
export const isOffered = (role: number, { role: needed = 0 }: { role?: number }) => role >= needed
