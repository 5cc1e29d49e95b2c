import { BLANK_CLOSURE, type Closure, type KnownTrail, statusUnder, TrailStatus, type TrailWord } from '@trailwarden/domain'
import type { Trail } from '@trailwarden/site'
import { useState } from 'react'
import { StatusShape } from '#parts/status/status-shape.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconKeyboardArrowDown } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { STATUS_COLOURS } from '../status-colours.ts'
import { ClosureFields } from './closure-fields.tsx'
import { MessageNote } from './message-note.tsx'
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
  // The browser wraps the content of `details` in a box that doesn't inherit box-sizing.
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

// The margin keeps the note clear of the bar at the bottom.
const Covered = styled('div')({ marginTop: 8, scrollMarginBottom: 112 })
const scrollToNote = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

const OPTIONS = TrailStatus.options.map((value) => ({
  value,
  title: value,
  mark: <StatusShape status={value} size={22} />,
  chosen: STATUS_COLOURS[value],
}))

const blankClosure = (of: Pick<Closure, 'networkId' | 'trailId'>, section: Closure['section']): Closure => ({
  ...BLANK_CLOSURE,
  ...of,
  id: crypto.randomUUID(),
  section,
})

const onTrail = ({ id, networkId }: KnownTrail) => ({ networkId, trailId: id })

/** A closure starts between the first two posts, or covers the whole trail if its posts are unknown. */
const firstPart = ({ posts: [first, second] }: KnownTrail) => ({ from: first ?? null, to: second ?? null })

/** Selecting Open removes the trail's closures. `base` is the trail's status if the update doesn't mention the trail. */
function chosen(status: TrailStatus, trail: KnownTrail, base: TrailStatus, own: readonly Closure[]) {
  if (status === 'Open') return { word: base === 'Open' ? null : { status, message: '' }, closures: [] }
  if (status === 'Closed') return { word: null, closures: [blankClosure(onTrail(trail), null)] }
  const parts = own.filter(({ section }) => section !== null)
  return { word: null, closures: parts.length > 0 ? parts : [blankClosure(onTrail(trail), firstPart(trail))] }
}

type Props = {
  networkId: string
  name: string
  trails: readonly { trail: Trail; known: KnownTrail }[]
  baseOf: (part: TrailPart) => TrailStatus
  /** A closed network closes all its trails. */
  isClosed: boolean
  part: TrailPart
  timeZone: string
  onChange: (part: TrailPart) => void
}

export function UpdateTrails({ networkId, name, trails, baseOf, isClosed, part, timeZone, onChange }: Props) {
  const closuresOf = (id: string) => part.closures.filter(({ trailId }) => trailId === id)
  const ofNetwork = part.closures.filter((closure) => closure.networkId === networkId && closure.trailId === null)
  const setNetworkClosures = (closures: readonly Closure[]) =>
    onChange({ ...part, closures: [...part.closures.filter((one) => !ofNetwork.includes(one)), ...closures] })
  const spokenOf = trails.filter(({ trail }) => part.words[trail.id] || closuresOf(trail.id).length > 0).length
  const [covered, setCovered] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(spokenOf + ofNetwork.length > 0)
  const base = baseOf(part)
  const withTrail = (id: string, word: TrailWord | null, closures: readonly Closure[]): TrailPart => {
    const { [id]: _, ...others } = part.words
    return {
      words: word ? { ...others, [id]: word } : others,
      closures: [...part.closures.filter(({ trailId }) => trailId !== id), ...closures],
    }
  }
  const choose = (status: TrailStatus, trail: KnownTrail, own: readonly Closure[]) => {
    const isCovered = isClosed && status !== 'Closed'
    setCovered(isCovered ? trail.id : null)
    if (isCovered) return
    const { word, closures } = chosen(status, trail, baseOf(withTrail(trail.id, null, [])), own)
    onChange(withTrail(trail.id, word, closures))
  }
  return (
    <Fold open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Trails in {name}
        {spokenOf > 0 && `, ${spokenOf} with ${spokenOf === 1 ? 'its' : 'their'} own status`}
        <Icon path={iconKeyboardArrowDown} />
      </summary>
      {isOpen && (
        <ul>
          {trails.map(({ trail, known }) => {
            const own = closuresOf(trail.id)
            const word = part.words[trail.id] ?? null
            const closures = (next: readonly Closure[]) => onChange(withTrail(trail.id, word, next))
            return (
              <Row key={trail.id}>
                <div>
                  <h3>
                    <GradeShape grade={trail.rating} size={20} />
                    <span>
                      {trail.name} {!word && own.length === 0 && <small>same as the network</small>}
                    </span>
                  </h3>
                  <ChoiceField
                    label={`Status of ${trail.name}`}
                    joined
                    name={`trail ${trail.id}`}
                    value={isClosed ? 'Closed' : statusUnder(word?.status ?? base, own)}
                    options={OPTIONS}
                    onChange={({ target }) => choose(TrailStatus.parse(target.value), known, own)}
                  />
                </div>
                <div role="status">
                  {isClosed && covered === trail.id && (
                    <Covered ref={scrollToNote}>
                      <MessageNote>
                        <p>{`Closed applies to all trails. Choose Partially Open to leave ${trail.name} open.`}</p>
                      </MessageNote>
                    </Covered>
                  )}
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
                    sx={{ marginLeft: -12, whiteSpace: 'normal', textAlign: 'left' }}
                    onClick={() => closures([...own, blankClosure(onTrail(known), firstPart(known))])}
                  >
                    Add another part of this trail
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
                sx={{ marginLeft: -12, whiteSpace: 'normal', textAlign: 'left' }}
                onClick={() => setNetworkClosures([blankClosure({ networkId, trailId: null }, null)])}
              >
                {`Plan a full closure of ${name}`}
              </Button>
            )}
          </Row>
        </ul>
      )}
    </Fold>
  )
}
