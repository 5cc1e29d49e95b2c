import { checkMessage, type MessageProblem } from '@trailwarden/domain'
import { findStillClosed } from '@trailwarden/domain/trail-status/still-closed'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { usePageData } from '#data/page-data.ts'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { riderTextOf } from '../rider-text.ts'
import { useTrailsOfNetworks } from './known-trails.ts'
import { MessageNote } from './message-note.tsx'
import { linesAboutTrails } from './trail-lines.ts'
import { UpdateTrails } from './update-trails.tsx'
import { messageName, outcomeOf, postOf, statementsOf, statusName, trailPartOf, type UpdateValues, withTrails } from './update-values.ts'

type Network = { id: string; name: string }

/** Applies to the message that the form generates from closures until someone replaces it. */
const MESSAGE_LENGTH = 280

type Form = UseFormReturn<UpdateValues, unknown, UpdateValues>

export function useUpdateTrails(form: Form, values: UpdateValues, start: UpdateValues) {
  const { site } = usePageData()
  const now = useNow()
  const trails = useTrailsOfNetworks()
  const known = trails.map((one) => one.known)
  const part = trailPartOf(values)

  const set = (next: UpdateValues) => {
    for (const [name, value] of Object.entries(next))
      if (value !== values[name]) form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }

  const lines = (networkId: string, of = values) =>
    linesAboutTrails(
      trailPartOf(of),
      networkId,
      trails.map(({ trail }) => trail),
      site,
      now,
    )

  const writtenMessage = (networkId: string, of: UpdateValues) => lines(networkId, of).join(' ').slice(0, MESSAGE_LENGTH)

  return {
    known,
    outcome: (network: Network, of = values) => outcomeOf(of, network, known, now),
    riderText: (network: Network, of: UpdateValues) => riderTextOf(postOf(of, site.networks), network.id, trails, site, now),
    messageProblem(network: Network, of = values): MessageProblem | null {
      const statements = statementsOf(of, network, known)
      return statements && checkMessage(statements, statementsOf(start, network, known), now)
    },
    setMessage: (network: Network, message: string) => set({ ...values, [messageName(network)]: message }),
    stillClosed(network: Network): ReactNode {
      const statements = statementsOf(values, network, known)
      const found = statements && findStillClosed(statements, network.name, now)
      if (!found) return null
      const { text, reading, subject, opened } = found
      const before = statementsOf(start, network, known)
      const was = before && before.word !== 'Open' ? findStillClosed({ ...before, word: 'Open' }, network.name, now) : null
      // The form already explains a closure that was just added.
      const isStaying = was?.text === text
      const others = part.closures.filter(({ networkId }) => networkId !== network.id)
      const open = () => set(withTrails(values, { words: opened.words, closures: [...others, ...opened.closures] }))
      return (
        <MessageNote>
          <p>
            {isStaying && text} Riders will read “{reading}”
          </p>
          {isStaying && (
            <Button variant="outlined" onClick={open}>
              Open {subject} too
            </Button>
          )}
        </MessageNote>
      )
    },
    fields(network: Network): ReactNode {
      const own = trails.filter((one) => one.known.networkId === network.id)
      if (own.length === 0) return null
      const [message, written] = [messageName(network), writtenMessage(network.id, values)]
      return (
        <>
          {written !== '' && values[message] !== written && (
            <Button
              variant="text"
              sx={{ justifySelf: 'start', marginLeft: -12, whiteSpace: 'normal', textAlign: 'left' }}
              onClick={() => set({ ...values, [message]: written })}
            >
              Generate the message from the closures
            </Button>
          )}
          <UpdateTrails
            networkId={network.id}
            name={network.name}
            trails={own}
            baseOf={(of) => outcomeOf(withTrails(values, of), network, known, now)?.base ?? 'Open'}
            isClosed={values[statusName(network)] === 'Closed'}
            part={part}
            timeZone={site.timeZone}
            onChange={(next) => {
              const changed = withTrails(values, next)
              // A message that someone has edited stays.
              if ((values[message] ?? '') === written) changed[message] = writtenMessage(network.id, changed)
              set(changed)
            }}
          />
        </>
      )
    },
  }
}
