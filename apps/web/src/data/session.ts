/**
 * Manages the logged-in person on this device. The last profile is stored here so that the app opens logged in without signal. The profile
 * is deleted only when our server reports that there is no session, or when the person logs out. A failed request, a hotel's login page or
 * a restart of the server has no effect. The stored profile is only for the screens; the server relies on its own cookie.
 *
 * When someone logs out without signal, the device forgets the person immediately and stores the logout until the server has received it.
 * Until then, the browser still has the cookie, so the session must end before any request uses that cookie. A new login also ends the old
 * session, because a login replaces the device's session.
 *
 * All of the person's data in localStorage has names that begin with `person:`. This data is deleted when the person logs out, so that two
 * people who share a device never see each other's data.
 */
import { Me } from '@trailwarden/api'
import type { Person } from '@trailwarden/domain'
import { createStore, useStore } from '#lib/store.ts'
import { type ApiAnswer, callApi } from './api.ts'

const PREFIX = 'person:'
const STORAGE_KEY = `${PREFIX}profile`
const ENDING = 'session-to-end'
/**
 * The prefix of a mark with the id of a person who logged out on this device and whose data hasn't been cleared yet (`device-database.ts`).
 */
export const LOGGED_OUT = 'logged-out:'

const current = createStore<Person | null>(null)
/** Increases with every change from this or another tab. Responses to requests from before the change are out of date. */
let turn = 0
/** Counts the questions to the server about who is logged in, and stores the latest one answered. Earlier answers are out of date. */
const questions = { last: 0, answered: 0 }

// Storage may be unavailable (private mode) or full. The session then lasts as long as the page, and the next page gets it from the server
// by the cookie.
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

/** Must be called with the response to a login, a registration or a change to the person's own profile. */
export function signedInAs(person: Person): void {
  turn++
  inStorage((storage) => storage.removeItem(ENDING), undefined)
  setPerson(person)
}

const endAtServer = () => callApi('POST', '/api/account/logout', null)

/**
 * Ends the session and forgets the person on this device. The result shows whether the server has received the logout. `leave` opens a
 * public page first, because a page for members would require another login.
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

/** Forgets the person after they have logged out or deleted their account. */
export function forgetPerson(): void {
  turn++
  const person = current.get()
  inStorage((storage) => person && storage.setItem(LOGGED_OUT + person.id, ''), null)
  setPerson(null)
}

let ending: Promise<boolean> | null = null

/**
 * Completes a logout that was made without signal. Resolves to false if the server still hasn't received it. A login waits for this,
 * because the response to a logout clears the cookie. If that response arrived after the response to the login, it would clear the new
 * person's cookie.
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

/** Requests the logged-in person from the server. Without a response, the session doesn't change. */
export async function refreshSession(): Promise<void> {
  if (!(await endLeftSession())) return
  const [turnBefore, question] = [turn, ++questions.last]
  const answer = await callApi('GET', '/api/me', Me)
  if (turnBefore !== turn || question < questions.answered) return
  questions.answered = question
  if (answer.ok) setPerson(answer.value.person)
  else if (answer.code === 'not-signed-in') setPerson(null)
}

/** Must be called once, before the first render. */
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

/** Returns the logged-in person, or null. Pages rendered outside a browser have no logged-in person. */
export function useSession(): Person | null {
  return useStore(current, () => null)
}
