import { completeOutcome, networkNow, publicWord, type Settled, type TrailStatus } from '@trailwarden/domain'
import type { Site } from '@trailwarden/site'
import { useCallback } from 'react'
import { usePageData } from '#data/page-data.ts'
import { currentTime } from '#platform/clock.ts'
import { type TrailOfNetwork, useTrailsOfNetworks } from './update/known-trails.ts'
import { linesAboutTrails } from './update/trail-lines.ts'

/** `exceptions` has the sentences generated from the trails. `lines` has the sentences about closures and individual trails. */
export type RiderText = { status: TrailStatus | null; exceptions: string; message: string; lines: string[] }

export const sentencesIn = ({ exceptions, message, lines }: RiderText) => [exceptions, message, ...lines].filter(Boolean)

type Statements = Pick<Settled, 'networks' | 'trails' | 'closures'> & Partial<Pick<Settled, 'outcome'>>

export function riderTextOf(
  { networks, trails, closures, outcome = null }: Statements,
  networkId: string,
  known: readonly TrailOfNetwork[],
  site: Pick<Site, 'areas' | 'timeZone'>,
  now: Date,
): RiderText {
  const update = completeOutcome({ networks, trails, closures, outcome, createdAt: now }, knownOf(known))
  const network = update.outcome?.networks[networkId]
  const { status, exceptions } = networkNow({ ...network, status: publicWord(update, networkId) ?? null }, now)
  const about = { words: trails, closures }
  const trailsOfSite = known.map(({ trail }) => trail)
  const lines = linesAboutTrails(about, networkId, trailsOfSite, site, now)
  return { status, exceptions: exceptions ?? '', message: networks[networkId]?.message ?? '', lines }
}

const knownOf = (trails: readonly TrailOfNetwork[]) => trails.map(({ known }) => known)

/** For unsent updates, the server hasn't computed the text that riders will read. */
export function useWithOutcome() {
  const trails = useTrailsOfNetworks()
  return useCallback(
    <U extends Settled>(update: U): U => {
      if (update.outcome) return update
      const { outcome } = completeOutcome({ ...update, createdAt: currentTime() }, knownOf(trails))
      return { ...update, outcome }
    },
    [trails],
  )
}

export function useRiderText() {
  const { site } = usePageData()
  const trails = useTrailsOfNetworks()
  return (statements: Statements | null, networkId: string, now: Date): RiderText =>
    statements ? riderTextOf(statements, networkId, trails, site, now) : { status: null, exceptions: '', message: '', lines: [] }
}
