/**
 * Hazards that the trail team shows to riders without an account. The service worker stores the last answer, so they are there without
 * signal after one visit; `asOf` tells how old it is.
 */
import { type PublicHazard, PublicHazards } from '@trailwarden/domain/hazard/public-hazard'
import type { PlaceOfInterest, SiteBundle } from '@trailwarden/site'
import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { WORDS_OF } from './problem-categories.tsx'
import { layOver } from './site-data.ts'

const ADDRESS = '/api/public/hazards'

const known = createStore<PublicHazards | null>(null)
let tag: string | null = null

async function ask(headers: Record<string, string>): Promise<void> {
  const reply = await fetch(ADDRESS, { headers, signal: AbortSignal.timeout(20_000) })
  if (!reply.ok) return
  const answer = PublicHazards.parse(await reply.json())
  // Of two answers on their way the later counts, whichever comes first.
  if (Date.parse(answer.asOf) < Date.parse(known.get()?.asOf ?? answer.asOf)) return
  tag = reply.headers.get('etag')
  known.set(answer)
}

/** First the stored copy, at once, then whether the server has a newer one: a question with a tag is not answered from the copy. */
async function refresh(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  try {
    if (tag === null) await ask({})
    if (tag !== null) await ask({ 'if-none-match': tag })
  } catch {
    // No signal, or an answer of another version: what is known stays, with its age.
  }
}

const RETURNS = ['visibilitychange', 'online'] as const

/** Null until they are known. Asked for as the screen opens, when someone returns to it, and when signal does. */
export function usePublicHazards(isWanted: boolean): PublicHazards | null {
  useEffect(() => {
    if (!isWanted) return
    void refresh()
    for (const name of RETURNS) addEventListener(name, refresh)
    return () => {
      for (const name of RETURNS) removeEventListener(name, refresh)
    }
  }, [isWanted])
  // A page that the server wrote has none.
  const hazards = useStore(known, () => null)
  return isWanted ? hazards : null
}

/** The kind of problem as a sentence; nobody's own words. */
export const hazardTitle = ({ category }: Pick<PublicHazard, 'category'>): string =>
  (category && WORDS_OF[category]) || 'Problem on the trail'

const placeOf = (hazard: PublicHazard): PlaceOfInterest[] =>
  hazard.place
    ? [
        {
          id: hazard.id,
          category: 'Hazard',
          name: hazardTitle(hazard),
          activity: hazard.trail ?? hazard.area,
          position: [hazard.place.longitude, hazard.place.latitude],
          accuracyM: hazard.place.accuracyM,
          notes: 'The trail team knows of it.',
          createdAt: hazard.since,
          createdBy: 'Trail team',
        },
      ]
    : []

/** On the map they stand among the hazards of the survey: one layer, one list, one popup. */
export function useHazardsOnMap(isVisitor: boolean): void {
  const hazards = usePublicHazards(isVisitor)?.hazards
  useEffect(() => {
    if (!hazards?.length) return
    layOver((bundle: SiteBundle) => ({ ...bundle, hazards: [...bundle.hazards, ...hazards.flatMap(placeOf)] }))
    return () => layOver((bundle) => bundle)
  }, [hazards])
}
