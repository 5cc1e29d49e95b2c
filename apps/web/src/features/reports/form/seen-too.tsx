import { type ActionCategory, awayText, type Position, precisionOfPlace } from '@trailwarden/domain'
import { hazardsHere, type PublicHazard } from '@trailwarden/domain/hazard/public-hazard'
import { useState } from 'react'
import { AlreadyReported } from '#parts/action/already-reported.tsx'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { hazardTitle, usePublicHazards } from '#parts/map/public-hazards.ts'
import { symbolOfPlace } from '#parts/map/site-layers.ts'
import { AgeText } from '#parts/status/age-text.tsx'
import { Button } from '#ui/button.tsx'

type Props = {
  place: Position | null
  category: ActionCategory | null
  onSeen: (hazard: PublicHazard, form: HTMLFormElement | null) => void
}

/** RP13: the hazards come from the stored list, so the offer works offline. */
export function SeenToo({ place, category, onSeen }: Props) {
  const known = usePublicHazards(true)
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const [near] = hazardsHere(known?.hazards.filter(({ id }) => !notSame.has(id)) ?? [], place, category)
  if (!near) return null
  const { hazard, metres } = near
  return (
    <AlreadyReported
      heading={
        <span>
          <AgeText lead="Someone reported this" at={hazard.since} />.
        </span>
      }
      mark={<MarkerSymbol name={symbolOfPlace({ category: 'Hazard' })} size={34} />}
      title={hazardTitle(hazard)}
      detail={[awayText(precisionOfPlace(place?.accuracyM ?? null), metres), hazard.trail].filter(Boolean).join(' · ')}
    >
      <Button variant="contained" onClick={({ currentTarget }) => onSeen(hazard, currentTarget.form)}>
        I see it too
      </Button>
      <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, hazard.id]))}>
        Not the same
      </Button>
    </AlreadyReported>
  )
}
