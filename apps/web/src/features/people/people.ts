import { InvitationAnswer, refusalFor, rolesToGrant, UserAccess, UserAnswer, type UserCreate, type UserPatch } from '@trailwarden/api'
import { MANAGER, type Person } from '@trailwarden/domain'
import type * as z from 'zod/mini'
import { type ApiAnswer, callApi } from '#data/api.ts'
import { ACCOUNT_MESSAGES } from '#lib/messages/account.ts'
import { ITEM_MESSAGES as ITEM } from '#lib/messages/item.ts'
import { reasonOf } from '#parts/form/reason.ts'
import { type ToastKind, toast } from '#ui/feedback/toasts.ts'

function toastOutcome<T>(answer: ApiAnswer<T>, success: [ToastKind, string], failure: (reason: string) => string): ApiAnswer<T> {
  if (answer.ok) toast(...success)
  else toast('error', failure(reasonOf(answer)))
  return answer
}

export const askUser = (id: string) => callApi('GET', `/api/users/${encodeURIComponent(id)}`, UserAnswer)

export async function addUser(input: z.infer<typeof UserCreate>) {
  toast('info', ACCOUNT_MESSAGES.creatingUser)
  return toastOutcome(
    await callApi('POST', '/api/users', UserAnswer, input),
    ['success', ACCOUNT_MESSAGES.userCreated],
    ACCOUNT_MESSAGES.userNotCreated,
  )
}

export const askAccess = () => callApi('GET', '/api/user-access', UserAccess)

export async function inviteAgain(id: string) {
  return toastOutcome(
    await callApi('POST', `/api/users/${id}/invitation`, InvitationAnswer),
    ['success', ACCOUNT_MESSAGES.invitationSent],
    ACCOUNT_MESSAGES.invitationNotSent,
  )
}

/** Approving invites the person. Declining notifies nobody. */
export async function answerRequest(id: string, yes: boolean) {
  const path = `/api/account-requests/${id}`
  const answer = yes ? await callApi('POST', `${path}/confirm`, UserAnswer) : await callApi('DELETE', path, null)
  return toastOutcome<unknown>(
    answer,
    ['success', yes ? ACCOUNT_MESSAGES.requestConfirmed : ACCOUNT_MESSAGES.requestDeclined],
    ACCOUNT_MESSAGES.requestNotAnswered,
  )
}

export async function changeUser(id: string, patch: UserPatch) {
  return toastOutcome(
    await callApi('PATCH', `/api/users/${id}`, UserAnswer, patch),
    ['success', ITEM.saved('User')],
    ITEM.notSaved('this user'),
  )
}

export async function deleteUser(id: string) {
  return toastOutcome(await callApi('DELETE', `/api/users/${id}`, null), ['warning', ITEM.deleted('User')], ITEM.notDeleted('this user'))
}

export function mayDo(actor: Person, subject: Person) {
  // Only managers can use these routes, and only the server can check for another manager, so the code assumes that there is one.
  const situation = { actor, subject, change: {}, otherManagers: actor.role >= MANAGER ? 1 : 0, isLastWayIn: false, letActorIn: false }
  const mayWrite = (field: string) => refusalFor('PATCH /api/users/:id', [field], situation) === null
  return {
    changePhone: mayWrite('phone'),
    changeRole: mayWrite('role'),
    delete: refusalFor('DELETE /api/users/:id', [], situation) === null,
    roles: [...new Set([...rolesToGrant(actor), subject.role])].sort(),
  }
}

export const mayEdit = (actor: Person, subject: Person) => {
  const { changePhone, changeRole } = mayDo(actor, subject)
  return changePhone || changeRole
}
