import { Reach } from '@trailwarden/api'
import { useCallback } from 'react'
import { callApi } from '#data/api.ts'
import { useAnswer } from '#data/use-answer.ts'

const people = (n: number) => (n === 1 ? '1 person' : `${n} people`)
const phones = (n: number) => (n === 1 ? '1 phone' : `${n} phones`)

/** The server counts the people and devices, so the line appears only after its response. */
export function UpdateAudience({ post }: { post: object }) {
  const body = JSON.stringify(post)
  const ask = useCallback(() => callApi('POST', '/api/alerts/reach', Reach, JSON.parse(body)), [body])
  const { answer } = useAnswer(ask)
  if (!answer?.ok) return null
  return <p role="status">{`This will be sent to ${people(answer.value.emails)} by email and to ${phones(answer.value.phones)}.`}</p>
}
