import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { formatCoordinates } from '#lib/view-hash.ts'
import type { LonLat } from '#map/map-data.ts'
import { copyCoordinates } from '#parts/place/copy-coordinates.ts'
import { iconContentCopy } from '#parts/place/place-icons.ts'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, SHADOW_FLOATING } from '#ui/theme/theme.ts'
import { iconLock, iconLockOpen } from '../map-icons.ts'
import { type MovingViewStore, useMovingView } from '../view/moving-view.ts'

const Box = styled('section')({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  background: colour('surface'),
  borderRadius: 12,
  boxShadow: SHADOW_FLOATING,
  '& button, & a': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 8,
    minWidth: 48,
    minHeight: 48,
    padding: '0 10px',
    border: 0,
    borderRadius: 12,
    background: 'none',
    color: colour('text'),
    font: font('600 15px/20px'),
    fontFeatureSettings: "'tnum'",
    cursor: 'pointer',
  },
  '& > button:first-of-type': { paddingLeft: 16, minWidth: 232, justifyContent: 'flex-start' },
  // At 320 px, only the coordinates fit next to the lock button.
  '@media (max-width: 359px)': {
    '& > button:first-of-type': { minWidth: 0, padding: '0 0 0 12px', font: font('600 14px/20px'), '& svg': { display: 'none' } },
  },
  '&[data-open=true] > button:first-of-type': { color: colour('link') },
  // On a phone, a third control doesn't fit next to the locate button, so it gets a separate row with a label.
  flexWrap: 'wrap',
  maxWidth: 282,
  '& > :has(> a)': { flex: '1 0 100%', borderTop: `1px solid ${colour('line')}` },
  '& a': { flex: 1, textDecoration: 'none' },
  [DESKTOP]: {
    flexWrap: 'nowrap',
    maxWidth: 'none',
    '& > :has(> a)': { flex: 'none', borderTop: 0 },
    '& a > span': { display: 'none' },
  },
})

/** An unlocked panel shows the location that the user points at, and returns to the centre of the map after this time. */
const RELOCK_MS = 10_000

type Props = {
  moving: MovingViewStore
  pointed: LonLat | null
  isUnlocked: boolean
  onUnlock: (isUnlocked: boolean) => void
  mayAdd: boolean
}

export const addActionPath = ([lng, lat]: LonLat) => `/actions/add?at=${lat.toFixed(5)},${lng.toFixed(5)}`

export function CoordinatesPanel({ moving, pointed, isUnlocked, onUnlock, mayAdd }: Props) {
  const { view } = useMovingView(moving)
  const [lng, lat] = (isUnlocked && pointed) || [view.lng, view.lat]
  const text = formatCoordinates(lat, lng)
  const [isNew, setIsNew] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every location pointed at adds ten seconds
  useEffect(() => {
    if (!isUnlocked) return
    const timer = setTimeout(() => onUnlock(false), RELOCK_MS)
    return () => clearTimeout(timer)
  }, [isUnlocked, onUnlock, pointed, isNew])
  const lockLabel = isUnlocked ? 'Unlocked: shows where you point. Select to lock' : 'Locked to the centre of the map. Select to unlock'
  return (
    <Box aria-label="Coordinates" data-open={isUnlocked}>
      <button
        type="button"
        aria-label={`${text}, copy`}
        onClick={() => {
          setIsNew((times) => times + 1)
          void copyCoordinates(lat, lng)
        }}
      >
        {text}
        <Icon path={iconContentCopy} size={20} />
      </button>
      <Hint text={lockLabel}>
        <button type="button" aria-label={lockLabel} aria-pressed={isUnlocked} onClick={() => onUnlock(!isUnlocked)}>
          <Icon path={isUnlocked ? iconLockOpen : iconLock} />
        </button>
      </Hint>
      {mayAdd && (
        <Hint text="Add an Action here">
          <Link to={addActionPath([lng, lat])} aria-label="Add an Action here">
            <Icon path={iconAdd} />
            <span>Add an Action here</span>
          </Link>
        </Hint>
      )}
    </Box>
  )
}
