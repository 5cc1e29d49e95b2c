import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { distanceM, distanceText, type Position } from '@trailwarden/domain'
import { useState } from 'react'
import { Link } from 'react-router'
import { Age } from '#parts/age.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { Icon } from '#ui/icon.tsx'
import { iconWarningFill } from '#ui/screen-icons.ts'
import { colour } from '#ui/theme.ts'
import { type SeenAction, useActions } from './actions.ts'

const Box = styled('section')({
  display: 'grid',
  gap: 10,
  padding: 14,
  borderRadius: 12,
  background: colour('warningContainer'),
  color: colour('onWarningContainer'),
  '& h2': { display: 'flex', gap: 10, fontSize: 16, lineHeight: '24px', fontWeight: 600 },
  '& > p': { display: 'flex', gap: 12, padding: '8px 12px', borderRadius: 8, background: colour('surface'), color: colour('text') },
  '& b, & small': { display: 'block' },
  '& small': { fontSize: 14, color: colour('text2') },
  '& span': { minWidth: 0, overflowWrap: 'anywhere' },
  // One above the other where they would be too narrow for their words.
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 8 },
  '& > div > *': { padding: '0 8px' },
})

/** Nearer than this, a distance says more than a phone knows. */
const HERE_M = 10
/** The same fallen tree is seen from within this distance. */
const NEAR_M = 50

function nearestOf(actions: readonly SeenAction[], { longitude, latitude }: Position) {
  const near = actions.flatMap((action) => {
    if (!action.place) return []
    const metres = distanceM([longitude, latitude], [action.place.longitude, action.place.latitude])
    return metres <= NEAR_M ? [{ action, metres }] : []
  })
  return near.sort((a, b) => a.metres - b.metres)[0]
}

/** Asks whether it is there already. Never stands in the way of saving, and works without signal. */
export function ActionDuplicates({ place }: { place: Position }) {
  const outstanding = useActions('outstanding', useSignedIn())
  const [notSame, setNotSame] = useState<ReadonlySet<string>>(new Set())
  const near = nearestOf(outstanding?.filter(({ id }) => !notSame.has(id)) ?? [], place)
  if (!near) return null
  const { id, number, description, rating, createdAt, createdByName } = near.action
  return (
    <Box aria-label="Already reported?">
      <h2>
        <Icon path={iconWarningFill} />
        Already reported?
      </h2>
      <p>
        <RatingTile rating={rating} size={30} />
        <span>
          <b>
            {number} {description}
          </b>
          <small>
            {near.metres < HERE_M ? 'Right here' : `${distanceText(near.metres)} away`} · <Age at={createdAt} /> · {createdByName}
          </small>
        </span>
      </p>
      <div>
        <Button variant="contained" component={Link} to={`/actions/view/${id}#notes`}>
          Same: add a note
        </Button>
        <Button variant="outlined" onClick={() => setNotSame(new Set([...notSame, id]))}>
          Not the same
        </Button>
      </div>
    </Box>
  )
}
