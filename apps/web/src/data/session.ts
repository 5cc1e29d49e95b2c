/**
 * Only our server's report that there is no session, or a logout, deletes the stored profile. A failed request or a hotel's login page
 * doesn't. Names of personal data in localStorage begin with `person:`, so that a logout deletes all of it.
 */
import { Me } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { createStore, useStore } from '#lib/store.ts'
import { type ApiAnswer, callApi } from './api.ts'

const PREFIX = 'person:'
const STORAGE_KEY = `${PREFIX}profile`
const ENDING = 'session-to-end'
/** The mark contains the id of a person who logged out and whose data hasn't been cleared yet (`device-database.ts`). */
export const LOGGED_OUT = 'logged-out:'

const current = createStore<Person | null>(null)
/** The number increases with every change in any tab. Responses to earlier requests are out of date. */
let turn = 0
/** Answers about who is logged in may arrive out of order, and only the answer to the latest question counts. */
const questions = { last: 0, answered: 0 }

// Storage may be unavailable (private mode) or full. The session then lasts as long as the page, and the cookie identifies the person on
// the next page.
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
  // If the person hasn't changed, screens needn't rerender each time someone returns to the page.
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

/** Pass the response to a login, a registration or a change to the person's own profile. */
export function signedInAs(person: Person): void {
  turn++
  inStorage((storage) => storage.removeItem(ENDING), undefined)
  setPerson(person)
}

const endAtServer = () => callApi('POST', '/api/account/logout', null)

export async function signOut(leave: () => void | Promise<void>): Promise<ApiAnswer<null>> {
  const answer = await endAtServer()
  if (answer.ok || answer.code === 'no-answer') {
    if (!answer.ok) inStorage((storage) => storage.setItem(ENDING, 'true'), undefined)
    await leave()
    forgetPerson()
  }
  return answer
}

export function forgetPerson(): void {
  turn++
  const person = current.get()
  inStorage((storage) => person && storage.setItem(LOGGED_OUT + person.id, ''), null)
  setPerson(null)
}

let ending: Promise<boolean> | null = null

/**
 * A logout without signal leaves the cookie in the browser, so the server must receive the logout before any request uses the cookie. The
 * response to a logout clears the cookie, so a login waits for that response too. False means that the server still has the session.
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

export async function refreshSession(): Promise<void> {
  if (!(await endLeftSession())) return
  const [turnBefore, question] = [turn, ++questions.last]
  const answer = await callApi('GET', '/api/me', Me)
  if (turnBefore !== turn || question < questions.answered) return
  questions.answered = question
  if (answer.ok) setPerson(answer.value.person)
  else if (answer.code === 'not-signed-in') setPerson(null)
}

export function startSession(): void {
  current.set(readStored())
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY && key !== null) return
    turn++
    show(readStored())
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refreshSession()
  })
  addEventListener('online', () => void refreshSession())
  void refreshSession()
}

export const signedInPerson = (): Person | null => current.get()

export function useSession(): Person | null {
  return useStore(current, () => null)
}
