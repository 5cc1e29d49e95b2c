/**
 * Who is signed in on this device.
 *
 * The last profile is stored here, so that the app opens signed in without signal. It is deleted only when our server says that
 * there is no session, or when the person logs out: a failed request, a hotel's sign-in page or a restart of the server changes
 * nothing. What is stored is for the screens alone; the server asks its own cookie.
 *
 * Logging out without signal: the device forgets the person at once, and the logout is stored until the server has received it. Until
 * then the cookie still lies in the browser, so nobody is asked for by it: the session is ended first. Whoever logs in before
 * that ends it too, since a login replaces the session of the device.
 *
 * Everything on the device that belongs to the person is stored under names that begin with `person:`. It goes when the person does,
 * so that two people on one device never see each other's.
 */
import { Me } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { createStore, useStore } from '#lib/store.ts'
import { type ApiAnswer, callApi } from './api.ts'

const PREFIX = 'person:'
const STORAGE_KEY = `${PREFIX}profile`
const ENDING = 'session-to-end'
/** Stands before the id of who has logged out here and is not yet forgotten (`device-database.ts`). */
export const LOGGED_OUT = 'logged-out:'

const current = createStore<Person | null>(null)
/** Grows with every change from here or another tab: an answer to a question asked before it is out of date. */
let turn = 0

// Storage may be forbidden (private mode) or full: the session then lives as long as the page, and the cookie brings it back.
function inStorage<T>(act: (storage: Storage) => T, otherwise: T): T {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}

function readStored(): Person | null {
  return inStorage((storage) => {
    const stored = Me.safeParse({ person: JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') })
    return stored.success ? stored.data.person : null
  }, null)
}

function forgetEverythingPersonal(storage: Storage): void {
  for (const name of Object.keys(storage).filter((one) => one.startsWith(PREFIX))) storage.removeItem(name)
}

function show(person: Person | null): void {
  turn++
  // The same person again is no news: screens must not render again at every return to the page.
  if (JSON.stringify(person) === JSON.stringify(current.get())) return
  current.set(person)
}

function setPerson(person: Person | null): void {
  inStorage((storage) => {
    if (person?.id !== readStored()?.id) forgetEverythingPersonal(storage)
    if (person) storage.setItem(STORAGE_KEY, JSON.stringify(person))
    if (person) storage.removeItem(LOGGED_OUT + person.id)
  }, undefined)
  show(person)
}

/** Called with what a login, a registration or a change of one's own profile answered. */
export function signedInAs(person: Person): void {
  inStorage((storage) => storage.removeItem(ENDING), undefined)
  setPerson(person)
}

const endAtServer = () => callApi('POST', '/api/account/logout', null)

/**
 * Ends the session and forgets the person on this device; the answer says whether the server knows of it yet. `leave` goes to a
 * page for everybody before that: on a page for members the person would be asked to log in again.
 */
export async function signOut(leave: () => void | Promise<void>): Promise<ApiAnswer<null>> {
  const answer = await endAtServer()
  if (answer.ok || answer.code === 'no-answer') {
    if (!answer.ok) inStorage((storage) => storage.setItem(ENDING, 'true'), undefined)
    await leave()
    forgetPerson()
  }
  return answer
}

/** By the person's own wish: they log out, or have deleted their account. */
export function forgetPerson(): void {
  const person = current.get()
  inStorage((storage) => person && storage.setItem(LOGGED_OUT + person.id, ''), null)
  setPerson(null)
}

let ending: Promise<boolean> | null = null

/**
 * Ends what a logout without signal left behind; false: the server does not know of it yet. A login waits for it: the answer to a logout
 * takes the cookie away, and one that arrives after the login's would take the cookie of whoever has just come.
 */
export function endLeftSession(): Promise<boolean> {
  if (!inStorage((storage) => storage.getItem(ENDING), null)) return Promise.resolve(true)
  ending ??= endAtServer().then(({ ok }) => {
    ending = null
    if (ok) inStorage((storage) => storage.removeItem(ENDING), undefined)
    return ok
  })
  return ending
}

/** Asks the server who is signed in. Without an answer, whoever was signed in still is. */
export async function refreshSession(): Promise<void> {
  if (!(await endLeftSession())) return
  const asked = turn
  const answer = await callApi('GET', '/api/me', Me)
  if (asked !== turn) return
  if (answer.ok) setPerson(answer.value.person)
  else if (answer.code === 'not-signed-in') setPerson(null)
}

/** Called once, before the first render. */
export function startSession(): void {
  current.set(readStored())
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) show(readStored())
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  addEventListener('online', () => void refreshSession())
  void refreshSession()
}

export const signedInPerson = (): Person | null => current.get()

/** The person who is signed in, or null. Pages rendered outside a browser are a visitor's. */
export function useSession(): Person | null {
  return useStore(current, () => null)
}
