import type { Person } from '@trailwarden/domain'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refreshSession, signedInAs, signedInPerson } from './session.ts'

const KIT: Person = {
  id: '0190a000-0000-7000-8000-000000000001',
  displayName: 'Kit',
  email: 'kit@example.org',
  phone: '',
  role: 1,
  disabled: false,
  createdAt: '2026-11-19T00:00:00.000Z',
}

const reply = (person: object | null) =>
  person
    ? Response.json({ person })
    : Response.json({ code: 'not-signed-in', detail: '' }, { status: 401, headers: { 'content-type': 'application/problem+json' } })

function heldRequests() {
  const answers: ((reply: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((answer) => answers.push(answer)))
  onTestFinished(() => void vi.unstubAllGlobals())
  return answers
}

test('ACC-04 uses the answer to the latest session request, in whichever order the answers arrive', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const answers = heldRequests()
    signedInAs(KIT)
    const both = [refreshSession(), refreshSession()]
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    // A password reset between the two questions ended the session.
    const replies = [reply(KIT), reply(null)]
    for (const n of order) answers[n]?.(replies[n] as Response)
    await Promise.all(both)
    expect(signedInPerson()).toBeNull()
  }
})

test('a late answer to an earlier session request doesn’t undo a login', async () => {
  const answers = heldRequests()
  const question = refreshSession()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  signedInAs(KIT)
  answers[0]?.(reply(null))
  await question
  expect(signedInPerson()).toMatchObject({ displayName: 'Kit' })
})
