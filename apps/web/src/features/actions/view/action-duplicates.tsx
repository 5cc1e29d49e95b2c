import { awayText, distanceM, type Position, precisionOfPlace } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { AlreadyReported } from '#parts/action/already-reported.tsx'
import { RatingTile } from '#parts/action/rating-tile.tsx'
import { useSignedIn } from '#parts/person/signed-in.ts'
import { Age } from '#parts/status/age.tsx'
import { Button } from '#ui/button.tsx'
import { type SeenAction, useActions } from '../actions.ts'

/** Actions within this distance may be about one problem. */
const NEAR_M = 50

function nearestOf(actions: readonly SeenAction[], { longitude, latitude }: Position) {
  const near = actions.flatMap((action) => {
    if (!action.place) return []
    const metres = distanceM([longitude, latitude], [action.place.longitude, action.place.latitude])
    return metres <= NEAR_M ? [{ action, metres }] : []
  })
  return near.sort((a, b) => a.metres - b.metres)[0]
}

/** The suggestions work offline and never prevent saving. */
export function ActionDuplicates({ place }: { place: Position }) {
  const outstanding = useActions('outstanding', useSignedIn())
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const near = nearestOf(outstanding?.filter(({ id }) => !notSame.has(id)) ?? [], place)
  if (!near) return null
  const { id, number, description, rating, createdAt, createdByName } = near.action
  return (
    <AlreadyReported
      heading="Already reported?"
      mark={<RatingTile rating={rating} size={30} />}
      title={`${number} ${description}`}
      detail={
        <>
          {[awayText(precisionOfPlace(place.accuracyM), near.metres)].filter(Boolean).map((text) => `${text} · `)}
          <Age at={createdAt} /> · {createdByName}
        </>
      }
    >
      <Button variant="contained" component={Link} to={`/actions/view/${id}#notes`}>
        Add a note to this Action
      </Button>
      <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, id]))}>
        Not the same
      </Button>
    </AlreadyReported>
  )
}
