import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Closure, type KnownTrail, statusUnder, TrailStatus, type TrailWord } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { useState } from 'react'
import { GradeShape } from '#parts/grade-shape.tsx'
import { StatusShape } from '#parts/status-shape.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons.ts'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { ClosureFields } from './closure-fields.tsx'
import { STATUS_COLOURS } from './status-colours.ts'
import type { TrailPart } from './update-values.ts'

const Fold = styled('details')({
  borderTop: `1px solid ${colour('line')}`,
  margin: '0 -16px',
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 52,
    padding: '0 16px',
    color: colour('link'),
    font: font('600 15px/20px'),
    listStyle: 'none',
    cursor: 'pointer',
    outlineOffset: -3,
    '&::-webkit-details-marker': { display: 'none' },
  },
  '&[open] > summary svg': { transform: 'rotate(180deg)' },
  // Inherited everywhere else; what a fold hides has a box of the browser's own around it, which does not pass it on.
  '& > ul': { boxSizing: 'border-box' },
})

const Row = styled('li')({
  padding: '10px 16px',
  borderTop: `1px solid ${colour('line')}`,
  '& > div:first-of-type': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 8 },
  '& h3': { display: 'flex', alignItems: 'center', gap: 10, margin: 0, font: font('600 15px/20px'), overflowWrap: 'anywhere' },
  '& h3 small': { font: font('400 14px/20px'), color: colour('text2') },
  [DESKTOP]: { '& > div:first-of-type': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 360px)', alignItems: 'center' } },
})

const OPTIONS = TrailStatus.options.map((value) => ({
  value,
  title: value,
  mark: <StatusShape status={value} size={22} />,
  chosen: STATUS_COLOURS[value],
}))

const blankClosure = (of: Pick<Closure, 'networkId' | 'trailId'>, section: Closure['section']): Closure => ({
  ...of,
  id: crypto.randomUUID(),
  section,
  level: 'Closed',
  message: '',
  wayAround: '',
  startsAt: null,
  endsAt: null,
  reopens: null,
})

const onTrail = ({ id, networkId }: KnownTrail) => ({ networkId, trailId: id })

/** The first two posts, or all of a trail whose posts nobody knows: a part to begin with. */
const firstPart = ({ posts: [first, second] }: KnownTrail) => ({ from: first ?? null, to: second ?? null })

/** What is said of one trail after another status was chosen. Open again takes its closures away. */
function chosen(status: TrailStatus, trail: KnownTrail, base: TrailStatus, own: readonly Closure[]) {
  const word: TrailWord | null = status === base || status === 'Closed' ? null : { status, message: '' }
  if (status === 'Open') return { word, closures: [] }
  if (status === 'Closed') return { word: null, closures: [blankClosure(onTrail(trail), null)] }
  const parts = own.filter(({ section }) => section !== null)
  return { word: null, closures: parts.length > 0 ? parts : [blankClosure(onTrail(trail), firstPart(trail))] }
}

type Props = {
  networkId: string
  name: string
  trails: readonly { trail: Trail; known: KnownTrail }[]
  /** What trails are of which nothing is said. */
  base: TrailStatus
  part: TrailPart
  timeZone: string
  onChange: (part: TrailPart) => void
}

/** The trails of one network, each with its status and what is closed of it. */
export function UpdateTrails({ networkId, name, trails, base, part, timeZone, onChange }: Props) {
  const closuresOf = (id: string) => part.closures.filter(({ trailId }) => trailId === id)
  const ofNetwork = part.closures.filter((closure) => closure.networkId === networkId && closure.trailId === null)
  const setNetworkClosures = (closures: readonly Closure[]) =>
    onChange({ ...part, closures: [...part.closures.filter((one) => !ofNetwork.includes(one)), ...closures] })
  const spokenOf = trails.filter(({ trail }) => part.words[trail.id] || closuresOf(trail.id).length > 0).length
  const [isOpen, setIsOpen] = useState(spokenOf + ofNetwork.length > 0)
  const setTrail = (id: string, { word, closures }: { word: TrailWord | null; closures: readonly Closure[] }) => {
    const { [id]: _, ...others } = part.words
    onChange({
      words: word ? { ...others, [id]: word } : others,
      closures: [...part.closures.filter(({ trailId }) => trailId !== id), ...closures],
    })
  }
  return (
    <Fold open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Trails of {name}
        {spokenOf > 0 && `, ${spokenOf} with a status of their own`}
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      {isOpen && (
        <ul>
          {trails.map(({ trail, known }) => {
            const own = closuresOf(trail.id)
            const word = part.words[trail.id] ?? null
            const closures = (next: readonly Closure[]) => setTrail(trail.id, { word, closures: next })
            return (
              <Row key={trail.id}>
                <div>
                  <h3>
                    <GradeShape grade={trail.rating} size={20} />
                    <span>
                      {trail.name} {!word && own.length === 0 && <small>follows the network</small>}
                    </span>
                  </h3>
                  <ChoiceField
                    label={`Status of ${trail.name}`}
                    joined
                    name={`trail ${trail.id}`}
                    value={statusUnder(word?.status ?? base, own)}
                    options={OPTIONS}
                    onChange={({ target }) => setTrail(trail.id, chosen(TrailStatus.parse(target.value), known, base, own))}
                  />
                </div>
                {own.map((closure) => (
                  <ClosureFields
                    key={closure.id}
                    closure={closure}
                    posts={known.posts}
                    timeZone={timeZone}
                    onChange={(next) => closures(own.map((one) => (one.id === next.id ? next : one)))}
                    onRemove={() => closures(own.filter(({ id }) => id !== closure.id))}
                  />
                ))}
                {own.some(({ section }) => section !== null) && (
                  <Button
                    variant="text"
                    sx={{ ml: -1.5 }}
                    onClick={() => closures([...own, blankClosure(onTrail(known), firstPart(known))])}
                  >
                    Another part of this trail
                  </Button>
                )}
              </Row>
            )
          })}
          <Row>
            {ofNetwork.map((closure) => (
              <ClosureFields
                key={closure.id}
                closure={closure}
                posts={[]}
                timeZone={timeZone}
                onChange={(next) => setNetworkClosures(ofNetwork.map((one) => (one.id === next.id ? next : one)))}
                onRemove={() => setNetworkClosures(ofNetwork.filter(({ id }) => id !== closure.id))}
              />
            ))}
            {ofNetwork.length === 0 && (
              <Button
                variant="text"
                sx={{ ml: -1.5 }}
                onClick={() => setNetworkClosures([blankClosure({ networkId, trailId: null }, null)])}
              >
                Plan a closure of all of {name}
              </Button>
            )}
          </Row>
        </ul>
      )}
    </Fold>
  )
}
