/** Who may open which route. This only hides screens: what they would show, the server gives to nobody who may not have it. */
import { type LoaderFunction, redirect, replace } from 'react-router'
import { signedInPerson } from '#data/session.ts'
import { loginPath, nextPath } from '#lib/next-path.ts'

/** Leads on from a page. One that already stands in the browser's history is replaced there, or Go Back would lead here again. */
const leadOn = (from: URL, to: string) => (from.pathname + from.search === location.pathname + location.search ? replace(to) : redirect(to))

/** For routes that need a role, 1 being everyone who is signed in: visitors log in first and come back, others see what is missing. */
export const needsRole =
  (role: number): LoaderFunction =>
  ({ request }) => {
    const wanted = new URL(request.url)
    const person = signedInPerson()
    if (!person) return leadOn(wanted, loginPath(wanted.pathname + wanted.search + wanted.hash))
    return person.role < role ? leadOn(wanted, `/access-denied?role=${role}`) : null
  }

/** For login and registration: whoever is signed in, or has just become so, goes on to where they wanted to be. */
export const visitorsOnly: LoaderFunction = ({ request }) => {
  const url = new URL(request.url)
  return signedInPerson() ? leadOn(url, nextPath(url.search, url.origin)) : null
}

/**
 * Leads to the first of several tabs that the person may open; where there is none, to login or to the page that names the missing role.
 */
export const toFirstTab =
  (base: string, tabs: readonly { path: string; role?: number }[]): LoaderFunction =>
  (args, context) => {
    const role = signedInPerson()?.role ?? 0
    const tab = tabs.find((one) => isOffered(role, one))
    if (tab) return leadOn(new URL(args.request.url), `${base}/${tab.path}`)
    return needsRole(Math.min(...tabs.map((one) => one.role ?? 0)))(args, context)
  }

/** Menus, tabs and buttons offer what the person's role opens; without a role it is for everybody. */
export const isOffered = (role: number, { role: needed = 0 }: { role?: number }) => role >= needed
